package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
)

// booksForShrinkOrder shows an allocator's books to its shrink order.
type booksForShrinkOrder struct{ a *Allocator }

func (b booksForShrinkOrder) TotalOf(slot agentSlot) *resource.Bag { return b.a.agents.At(slot).total }

func (b booksForShrinkOrder) AllocationsOn(slot agentSlot) int {
	return len(b.a.agents.At(slot).entries)
}

func (b booksForShrinkOrder) AllocationOn(slot agentSlot, i int) (shrinkorder.Holder, *resource.Bag) {
	ref := b.a.agents.At(slot).entries[i]
	return b.a.holder(ref.subscription), &b.a.entries.At(ref.entry).resources
}

// holder returns whom a subscription is of.
func (a *Allocator) holder(m subscriptionSlot) shrinkorder.Holder {
	sub := a.subscriptions.At(m)
	return shrinkorder.Holder{Framework: sub.framework, Role: uint32(sub.role)}
}

// vectorOf returns the order of the items of resources that readBag has
// accepted, if the shrink order keeps it.
func (a *Allocator) vectorOf(list []Resource) shrinkorder.Vector {
	if !a.shrinkOrder.KeepsVectors() {
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
