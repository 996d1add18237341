package order

import (
	"math"

	"github.com/apportion/apportion/internal/wire"
)

// Persist writes or reads what a sorter remembers: each node's picks and weight, whether it is blocked,
// its decayed usage, and what [Timed] orderings look at, if there is one. What is read replaces what
// the sorter remembers: this must have the same policies and clients, the same of them active, with the
// same weights, ranks and allocations. Other reads may run concurrently with writing.
func (s *Sorter) Persist(c *wire.Codec) {
	wire.Uint(c, &s.sorts)
	if c.Reads() {
		s.epoch++
		s.sharesVersion = staleShares
	}
	for n := range s.nodes {
		if c.Failed() {
			return
		}
		wire.Uint(c, &s.states[n].picks)
		s.persistWeight(c, n)
		s.persistExtra(c, n)
		if s.isTimed() && n != root {
			s.persistLifetime(c, n)
		}
	}
	if c.Reads() {
		s.verify()
	}
}

// persistWeight writes or reads the weight of a node, which is 0 while it is still to be looked up.
func (s *Sorter) persistWeight(c *wire.Codec, n node) {
	w := &s.states[n].weight
	c.Float(w)
	if c.Reads() && !(*w >= 0 && *w <= math.MaxFloat64) {
		c.Fail("weight %v is below 0 or not finite", *w)
	}
}

// persistExtra writes or reads what only some policies need of a node.
func (s *Sorter) persistExtra(c *wire.Codec, n node) {
	x := *s.readExtra(n)
	c.Bool(&x.blocked)
	wire.Int(c, &x.since)
	x.mean.persist(c, s.totals.names, "means", func(m *decayedAmount) (*uint64, *uint64) { return &m.whole, &m.part })
	if c.Reads() && !c.Failed() && (int(n) < len(s.extras) || x.blocked || x.since != 0 || len(x.mean.list) > 0) {
		*s.extraOf(n) = x
	}
}

// nodes ranges over the nodes of the tree: each before those below it, siblings in
// the order of their names.
func (t *tree) nodes(yield func(n node) bool) {
	for n := root; n != noNode && yield(n); {
		n, _ = t.nextInOrder(n)
	}
}

// nextInOrder returns the node after n, or noNode after the last. ended is for how many nodes the
// last child has been passed on the way.
func (t *tree) nextInOrder(n node) (next node, ended int) {
	if t.tags[n].kind == internal && t.groupOf(n).firstChild != noNode {
		return t.groupOf(n).firstChild, 0
	}
	for n != root && t.tags[n].next == noNode {
		n = t.states[n].parent
		ended++
	}
	return t.tags[n].next, ended
}
