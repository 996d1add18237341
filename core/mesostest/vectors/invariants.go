//go:build mesos_vectors

package vectors

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Validate checks the invariants of Vectors. Where resources are lent they do not hold.
func (o *Vectors) Validate() error {
	if !o.lending.IsOff() {
		return nil
	}
	for slot := range o.agents {
		if err := o.validateTotal(slots.Agent(slot)); err != nil {
			return fmt.Errorf("agent %d: %w", slot, err)
		}
		if err := o.validateUsed(slots.Agent(slot)); err != nil {
			return fmt.Errorf("agent %d: %w", slot, err)
		}
	}
	return nil
}

func (o *Vectors) validateTotal(slot slots.Agent) error {
	total, v := o.itemsOf(o.all.At(slot).TotalBag()), o.agents[slot].total
	if !slices.Equal(slices.Sorted(slices.Values(total)), slices.Sorted(slices.Values(v))) {
		return assert.Broken("Vectors", 1, "items %v are in the total's vector, %v in the total", v, total)
	}
	return nil
}

func (o *Vectors) validateUsed(slot slots.Agent) error {
	x := &o.agents[slot]
	var used []inRole
	own := map[slots.Framework][]inRole{}
	for by, held := range o.held(slot) {
		for _, id := range o.itemsOf(held) {
			mine := own[by.framework]
			add(&used, inRole{by.role, id}, isWhole(o.kinds, id))
			add(&mine, inRole{by.role, id}, isWhole(o.kinds, id))
			own[by.framework] = mine
		}
	}
	if !sameUse(used, x.used) {
		return assert.Broken("Vectors", 2, "%v is in the vector, %v in use", x.used, used)
	}
	for _, y := range x.own {
		if !sameUse(own[y.framework], y.used) {
			return assert.Broken("Vectors", 3, "%v is in the vector of framework %d, which uses %v", y.used, y.framework, own[y.framework])
		}
		delete(own, y.framework)
	}
	if len(own) > 0 {
		return assert.Broken("Vectors", 3, "%d frameworks have no vectors", len(own))
	}
	return nil
}

// sameUse reports whether two lists have the same, in whichever order.
func sameUse(a, b []inRole) bool {
	sorted := func(list []inRole) []inRole {
		return slices.SortedFunc(slices.Values(list), func(x, y inRole) int {
			return cmp.Or(cmp.Compare(x.role, y.role), cmp.Compare(x.item, y.item))
		})
	}
	return slices.Equal(sorted(a), sorted(b))
}

// itemsOf returns the items and the kinds of ranges and sets in a bag, whole disks once for
// each copy.
func (o *Vectors) itemsOf(b *resource.Bag) []resource.ItemID {
	var out []resource.ItemID
	for _, c := range b.Counts {
		copies := int64(1)
		if isWhole(o.kinds, c.Item()) {
			copies = c.N
		}
		for range copies {
			out = append(out, c.Item())
		}
	}
	for _, x := range b.Intervals {
		if id := resource.ItemID(x.Kind); !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
