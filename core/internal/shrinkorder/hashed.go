package shrinkorder

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// Hashed orders by a hash of seed, cycle and item. It is the order for use.
// DIVERGES: it is as random as Mesos's shuffle, but does not depend on earlier shuffles.
type Hashed struct {
	kinds *resource.Kinds
	draws uint64
	space []drawn
}

// drawn is a count and its hash, by which it is sorted.
type drawn struct {
	place uint64
	count resource.Count
}

// NewHashed returns the order for resources of some kinds.
func NewHashed(kinds *resource.Kinds) *Hashed { return &Hashed{kinds: kinds} }

// DrawsInVain implements Order: no draw depends on another.
func (*Hashed) DrawsInVain() bool { return false }

// KeepsVectors implements Order: it keeps nothing.
func (*Hashed) KeepsVectors() bool { return false }

// Fork implements Order.
func (h *Hashed) Fork() Order { return &Hashed{kinds: h.kinds, draws: h.draws} }

// Begin implements Order.
func (*Hashed) Begin() {}

// Consider implements Order.
func (h *Hashed) Consider(_ uint32, draws uint64) { h.draws = draws }

// Sequence implements Order. If no two counts are of the same resource, which is the rule,
// all orders let the same fit, and it keeps the one that it finds.
func (h *Hashed) Sequence(counts []resource.Count, _ bool) {
	if allNamesDiffer(counts) {
		return
	}
	h.space = h.space[:0]
	for _, c := range counts {
		h.space = append(h.space, drawn{container.Mix64(h.draws ^ h.kinds.Get(c.Item()).Hash()), c})
	}
	slices.SortFunc(h.space, func(x, y drawn) int { return cmp.Compare(x.place, y.place) })
	for i := range h.space {
		counts[i] = h.space[i].count
	}
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

// Hashed follows no ledger: these methods implement Order and do nothing.

func (*Hashed) Kept([]resource.Count)                   {}
func (*Hashed) OnceGuaranteed(*resource.Bag)            {}
func (*Hashed) Offered(uint32, Holder, *resource.Bag)   {}
func (*Hashed) Total(uint32) Vector                     { return nil }
func (*Hashed) SetTotal(uint32, Vector)                 {}
func (*Hashed) Used(uint32, Holder, Vector)             {}
func (*Hashed) Unused(uint32, Holder, Vector)           {}
func (*Hashed) ForgetFramework(agent, framework uint32) {}
func (*Hashed) ForgetAgent(uint32)                      {}
func (*Hashed) Validate() error                         { return nil }
