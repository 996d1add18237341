package shrinkorder

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
)

// Validate checks the invariants of Vectors.
func (o *Vectors) Validate() error {
	if o == nil {
		return nil
	}
	for agent := range o.agents {
		if err := o.validateTotal(uint32(agent)); err != nil {
			return fmt.Errorf("agent %d: %w", agent, err)
		}
		if err := o.validateUsed(uint32(agent)); err != nil {
			return fmt.Errorf("agent %d: %w", agent, err)
		}
	}
	return nil
}

func (o *Vectors) validateTotal(agent uint32) error {
	total, v := o.ledger.TotalOf(agent), o.agents[agent].total
	if items := itemsOf(total); len(items) != len(v) {
		return assert.Broken("Vectors", 1, "%d items are in the total's vector, %d in the total", len(v), len(items))
	}
	for i, id := range v {
		if !total.Has(id) || slices.Contains(v[:i], id) {
			return assert.Broken("Vectors", 1, "item %d is in the total's vector twice, or not in the total", id)
		}
	}
	return nil
}

func (o *Vectors) validateUsed(agent uint32) error {
	x := &o.agents[agent]
	for i := range o.ledger.AllocationsOn(agent) {
		by, b := o.ledger.AllocationOn(agent, i)
		own := x.ownOf(by.Framework)
		for _, id := range itemsOf(b) {
			used := inRole{by.Role, id}
			if !slices.Contains(x.used, used) || own == nil || !slices.Contains(own.used, used) {
				return assert.Broken("Vectors", 2, "framework %d uses item %d for role %d, which is not in both vectors", by.Framework, id, by.Role)
			}
		}
	}
	for i, used := range x.used {
		if !o.isUsed(agent, used) || slices.Contains(x.used[:i], used) {
			return assert.Broken("Vectors", 2, "item %d is in the vector twice, or not used for role %d", used.item, used.role)
		}
	}
	for _, own := range x.own {
		for i, used := range own.used {
			if !o.isUsedBy(agent, Holder{own.framework, used.role}, used.item) || slices.Contains(own.used[:i], used) {
				return assert.Broken("Vectors", 3, "item %d is in the vector of framework %d twice, or not used by it for role %d", used.item, own.framework, used.role)
			}
		}
	}
	return nil
}

// itemsOf returns the items and the kinds of ranges and sets in a bag.
func itemsOf(b *resource.Bag) []resource.ItemID {
	var out []resource.ItemID
	for _, c := range b.Counts {
		out = append(out, c.Item())
	}
	for _, x := range b.Intervals {
		if id := resource.ItemID(x.Kind); !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
