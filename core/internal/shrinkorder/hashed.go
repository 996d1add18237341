package shrinkorder

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// Hashed is the order by a hash of seed, cycle and item.
//
// DIVERGES: it is as random as Mesos's shuffle, but the same whoever was looked
// at before.
type Hashed struct {
	draws uint64
}

func (*Hashed) DrawsInVain() bool  { return false }
func (*Hashed) KeepsVectors() bool { return false }

// Fork implements Order.
func (h *Hashed) Fork() Order { fork := *h; return &fork }

func (*Hashed) Begin() {}

func (h *Hashed) Consider(_ uint32, draws uint64) { h.draws = draws }

func (h *Hashed) Sequence(counts []resource.Count, _ bool) {
	slices.SortFunc(counts, func(x, y resource.Count) int {
		return cmp.Compare(container.Mix64(h.draws^uint64(x.Item())), container.Mix64(h.draws^uint64(y.Item())))
	})
}

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
