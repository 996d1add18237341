package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
)

// booksForShrinkOrder shows an allocator's books to its shrink order.
type booksForShrinkOrder struct{ a *Allocator }

// TotalOf returns what an agent has in all.
func (b booksForShrinkOrder) TotalOf(slot slots.Agent) *resource.Bag {
	return b.a.agents.At(slot).Total
}

// AllocationsOn counts the entries on an agent.
func (b booksForShrinkOrder) AllocationsOn(slot slots.Agent) int {
	return len(b.a.agents.At(slot).Entries)
}

// AllocationOn returns the holder of entry i on an agent, and what it holds.
func (b booksForShrinkOrder) AllocationOn(slot slots.Agent, i int) (shrinkorder.Holder, *resource.Bag) {
	ref := b.a.agents.At(slot).Entries[i]
	return b.a.holder(ref.Subscription), &b.a.ledger.Entries.At(ref.Entry).Resources
}

// holder returns whom a subscription is of.
func (a *Allocator) holder(m slots.Subscription) shrinkorder.Holder {
	sub := a.frameworks.Subscriptions.At(m)
	return shrinkorder.Holder{Framework: sub.Framework, Role: uint32(sub.Role)}
}

// vectorOf returns the order of the items of resources that ReadBag has accepted, or nil if
// the shrink order keeps none.
func (a *Allocator) vectorOf(list []Resource) shrinkorder.Vector {
	if a.vectors == nil {
		return nil
	}
	var v shrinkorder.Vector
	for i := range list {
		r := &list[i]
		flags := a.kinds.Flags(uint32(r.Kind))
		if flags&resource.RangesOrSet == 0 && r.Amount == 0 {
			continue
		}
		id := resource.ItemID(r.Kind)
		if flags&resource.Indivisible != 0 {
			id, _ = a.kinds.FindItem(resource.KindID(r.Kind), r.Amount)
		}
		v.Add(id)
	}
	return v
}
