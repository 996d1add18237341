package shrinkorder

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Order is the order in which quota goes through resources: by a hash of seed, cycle and
// item, or, for replaying Mesos's recordings, that of its Vectors. A zero Order leaves
// resources as they are.
//
// A cycle calls Begin once; for a subscription that quota bounds on an agent Consider, then
// Sequence and Kept for each bound, and OnceGuaranteed after those of a guarantee; for each
// offer Offered.
//
// DIVERGES: the hash is as random as Mesos's shuffle, but does not depend on earlier
// shuffles.
type Order struct {
	kinds   *resource.Kinds
	vectors *Vectors // nil unless Mesos's recordings are replayed
	draws   uint64
	space   []drawn
}

// drawn is a count and its hash, by which it is sorted.
type drawn struct {
	place uint64
	count resource.Count
}

// New returns the order for resources of some kinds, or, unless vectors is nil, theirs.
func New(kinds *resource.Kinds, vectors *Vectors) *Order {
	return &Order{kinds: kinds, vectors: vectors}
}

// DrawsInVain reports whether a visit without an offer changes later answers: then a cycle
// may spare no visit.
func (o *Order) DrawsInVain() bool { return o.vectors != nil }

// Fork returns a copy that draws as this one would, for one cycle that offers nothing. It
// reads this one's vectors, and is invalid once these change.
func (o *Order) Fork() *Order {
	return &Order{kinds: o.kinds, vectors: o.vectors.fork(), draws: o.draws}
}

// Begin begins a cycle.
func (o *Order) Begin() {
	if o.vectors != nil {
		o.vectors.considered = false
	}
}

// Consider begins with all that is free on an agent. draws seeds the stage's random draws.
func (o *Order) Consider(agent slots.Agent, draws uint64) {
	o.draws = draws
	if o.vectors != nil {
		o.vectors.consider(agent)
	}
}

// Sequence puts counts in order, and returns them, in their memory or more of it. bounded says
// whether anything bounds them. If no two counts are of the same resource, which is the rule,
// all orders let the same fit, and it keeps the one that it finds.
func (o *Order) Sequence(counts []resource.Count, bounded bool) []resource.Count {
	if o.vectors != nil {
		return o.vectors.sequence(counts, bounded)
	}
	if o.kinds == nil || allNamesDiffer(counts) {
		return counts
	}
	o.space = o.space[:0]
	for _, c := range counts {
		o.space = append(o.space, drawn{container.Mix64(o.draws ^ o.kinds.Get(c.Item()).Hash()), c})
	}
	slices.SortFunc(o.space, func(x, y drawn) int { return cmp.Compare(x.place, y.place) })
	for i := range o.space {
		counts[i] = o.space[i].count
	}
	return counts
}

// allNamesDiffer reports whether there are few counts, and no two of the same resource.
func allNamesDiffer(counts []resource.Count) bool {
	const few = 8
	if len(counts) > few {
		return false
	}
	for i := range counts {
		for j := range i {
			if counts[i].Name == counts[j].Name {
				return false
			}
		}
	}
	return true
}

// Kept says which counts of the last sequence fit, in its order.
func (o *Order) Kept(counts []resource.Count) {
	if o.vectors != nil {
		o.vectors.kept(counts)
	}
}

// OnceGuaranteed says that the counts kept fill a guarantee. left is the rest of the
// agent's quota scalars.
func (o *Order) OnceGuaranteed(left *resource.Bag) {
	if o.vectors != nil {
		o.vectors.onceGuaranteed(left)
	}
}

// Offered says which offer will be made; the ledger does not have it yet.
func (o *Order) Offered(agent slots.Agent, to Holder, offer *resource.Bag) {
	if o.vectors != nil {
		o.vectors.offered(agent, to, offer)
	}
}

// Lent says which resources were lent; the ledger has them already. They are in ascending
// order of the names that sort them.
func (o *Order) Lent(agent slots.Agent, to Holder, copies Vector) {
	if o.vectors != nil {
		o.vectors.Used(agent, to, copies)
	}
}

// Holder is a framework in a role.
type Holder struct {
	Framework slots.Framework
	Role      uint32
}
