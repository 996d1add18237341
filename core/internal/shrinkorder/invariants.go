package shrinkorder

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Validate checks the invariants of Vectors.
func (o *Vectors) Validate() error {
	if o == nil {
		return nil
	}
	for agent := range o.agents {
		if err := o.validateTotal(slots.Agent(agent)); err != nil {
			return fmt.Errorf("agent %d: %w", agent, err)
		}
		if err := o.validateUsed(slots.Agent(agent)); err != nil {
			return fmt.Errorf("agent %d: %w", agent, err)
		}
	}
	return nil
}

func (o *Vectors) validateTotal(agent slots.Agent) error {
	total, v := o.itemsOf(o.ledger.TotalOf(agent)), o.agents[agent].total
	if !slices.Equal(slices.Sorted(slices.Values(total)), slices.Sorted(slices.Values(v))) {
		return assert.Broken("Vectors", 1, "items %v are in the total's vector, %v in the total", v, total)
	}
	return nil
}

func (o *Vectors) validateUsed(agent slots.Agent) error {
	x := &o.agents[agent]
	var used []inRole
	own := map[slots.Framework][]inRole{}
	for i := range o.ledger.AllocationsOn(agent) {
		by, b := o.ledger.AllocationOn(agent, i)
		for _, id := range o.itemsOf(b) {
			mine := own[by.Framework]
			add(&used, inRole{by.Role, id}, resource.IsWhole(o.kinds, id))
			add(&mine, inRole{by.Role, id}, resource.IsWhole(o.kinds, id))
			own[by.Framework] = mine
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
		if resource.IsWhole(o.kinds, c.Item()) {
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
