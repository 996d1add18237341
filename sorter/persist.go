package sorter

import (
	"math"
	"slices"

	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Persist is of what a sorter remembers: of each node picks, its weight, decayed usage, what [Timed]
// orderings look at and whether it is blocked. What is read replaces what a sorter of the same
// policies remembers that has the same clients, as active, with the same weights, ranks and
// allocations. A sorter that is written may be read concurrently.
func (s *Sorter) Persist(c *wire.Codec) {
	wire.Uint(c, &s.sorts)
	kept := s.keptExtras()
	c.Byte(&kept)
	if c.Reads() {
		if kept > timedExtras || (kept == timedExtras) != s.isTimed() {
			c.Fail("%d says nothing of what policies need", kept)
		}
		s.epoch++
		s.sharesVersion = staleShares
		for n := range s.extras { // what has come about as the clients were added
			x := &s.extras[n]
			x.blocked, x.mean, x.since = false, nil, 0
		}
	}
	for n := range s.nodes {
		if c.Failed() {
			return
		}
		wire.Uint(c, &s.states[n].picks)
		persistWeight(c, &s.states[n].weight)
		if kept != noExtras {
			s.persistExtra(c, n)
		}
		if kept == timedExtras && n != root {
			s.persistLifetime(c, n)
		}
	}
	if c.Reads() {
		s.verify()
	}
}

// What is kept of each node besides.
const (
	noExtras byte = iota
	untimedExtras
	timedExtras
)

func (s *Sorter) keptExtras() byte {
	switch {
	case s.isTimed():
		return timedExtras
	case slices.ContainsFunc(s.extras, func(x extra) bool { return x.blocked || x.mean != nil || x.since != 0 }):
		return untimedExtras
	default:
		return noExtras
	}
}

// persistExtra is of what some policies need of a node besides.
func (s *Sorter) persistExtra(c *wire.Codec, n node) {
	x := *s.readExtra(n)
	c.Bool(&x.blocked)
	wire.Int(c, &x.since)
	if c.Has(x.mean != nil) {
		list := make([]decayedAmount, len(x.mean))
		for i := range list {
			list[i] = x.meanAt(i, s.totals.names)
		}
		wire.List(c, &list, "means", func(m *decayedAmount) {
			c.Fixed(&m.whole)
			c.Fixed(&m.part)
		})
		x.mean = list
	} else {
		x.mean = nil
	}
	if !c.Reads() {
		return
	}
	if len(x.mean) > quantities.DenseNames {
		c.Fail("%d means are too many", len(x.mean))
		return
	}
	x.asOf = s.totals.names.Forgotten()
	*s.extraOf(n) = x
}

// Most weights are the default, and many are not looked up.
const (
	notLookedUp byte = iota
	asDefault
	asWritten
)

func persistWeight(c *wire.Codec, weight *float64) {
	kind := asWritten
	switch *weight {
	case 0:
		kind = notLookedUp
	case defaultWeight:
		kind = asDefault
	}
	c.Byte(&kind)
	if kind == asWritten {
		c.Float(weight)
	}
	switch {
	case !c.Reads():
	case kind == notLookedUp:
		*weight = 0
	case kind == asDefault:
		*weight = defaultWeight
	case kind > asWritten || !(*weight > 0) || math.IsInf(*weight, 0):
		c.Fail("a weight is not above 0 and finite")
	}
}

// nodes ranges over the nodes of the tree: each before those below it, siblings in
// the order of their names.
func (t *tree) nodes(yield func(n node) bool) {
	for n := root; n != noNode && yield(n); {
		n, _ = t.nextInOrder(n)
	}
}

// nextInOrder returns the node after n, or noNode after the last, and how many nodes come
// to the end of their children by that.
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
