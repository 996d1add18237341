package shrinkorder

import (
	"cmp"
	"math"
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Order is the order in which quota goes through resources: by a hash of seed, cycle and
// item.
//
// For a subscription that quota bounds on an agent a cycle calls Consider or ConsiderLent, then Sequence and
// Kept for each bound, and OnceGuaranteed after those of a guarantee; for each offer Offered.
//
// DIVERGES: the hash is as random as Mesos's shuffle, but does not depend on earlier
// shuffles.
type Order struct {
	Emulation
	kinds    *resource.Kinds
	draws    uint64
	lentLast bool // what may be lent comes last
	space    []drawn
}

// drawn is a count and its hash, by which it is sorted.
type drawn struct {
	place uint64
	count resource.Count
}

// New returns the order for resources of some kinds, or, if it emulates any, Mesos's. Without
// kinds it leaves resources as they are.
func New(kinds *resource.Kinds, emulates Emulation) *Order {
	return &Order{Emulation: emulates, kinds: kinds}
}

// Consider begins with all that is free on an agent. draws seeds the stage's random draws.
func (o *Order) Consider(agent slots.Agent, draws uint64) {
	o.draws, o.lentLast = draws, false
	o.Considered(agent)
}

// ConsiderLent begins with what is free and lent on an agent. What may be lent comes last, and the order is
// the same in each cycle, so that as little is recalled as can be, and no more or less the next time. Recalls go by it, and
// so does the guarantee stage where something has come back for the role.
func (o *Order) ConsiderLent(agent slots.Agent) {
	o.Consider(agent, 0)
	o.lentLast = true
}

// Sequence puts counts in order, and returns them, in their memory or more of it. bounded says
// whether anything bounds them. If no two counts are of the same resource, which is the rule,
// all orders let the same fit, and it keeps the one that it finds.
func (o *Order) Sequence(counts []resource.Count, bounded bool) []resource.Count {
	if emulated, ok := o.Shuffled(counts, bounded); ok {
		return emulated
	}
	if o.kinds == nil || allNamesDiffer(counts) {
		return counts
	}
	o.space = o.space[:0]
	for _, c := range counts {
		place := container.Mix64(o.draws ^ o.kinds.Get(c.Item()).Hash())
		if o.lentLast && o.kinds.IsPooled(c) {
			place = math.MaxUint64
		}
		o.space = append(o.space, drawn{place, c})
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
