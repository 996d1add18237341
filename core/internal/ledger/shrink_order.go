package ledger

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
)

// Books shows the ledger to the shrink order, which keeps vectors beside it.
type Books struct{ *Ledger }

// TotalOf returns what an agent has in all.
func (b Books) TotalOf(slot slots.Agent) *resource.Bag { return b.agents.At(slot).Total }

// AllocationsOn counts the entries on an agent.
func (b Books) AllocationsOn(slot slots.Agent) int { return len(b.agents.At(slot).Entries) }

// AllocationOn returns the holder of entry i on an agent, and what it holds.
func (b Books) AllocationOn(slot slots.Agent, i int) (shrinkorder.Holder, *resource.Bag) {
	ref := b.agents.At(slot).Entries[i]
	return b.HolderOf(ref.Subscription), b.Entries.At(ref.Entry).Held()
}

// LentOn ranges over what is lent of an agent's total, and over who holds what instead.
func (b Books) LentOn(slot slots.Agent, yield func(by shrinkorder.Holder, lent, held resource.Count)) {
	for _, l := range b.lending.OnAgent(slot) {
		yield(b.HolderOf(l.Subscription), b.kinds.Count(l.Original, l.N), b.kinds.Count(l.Copy, l.N))
	}
}

// HolderOf returns whom a subscription is of.
func (b Books) HolderOf(m slots.Subscription) shrinkorder.Holder {
	sub := b.frameworks.Subscriptions.At(m)
	return shrinkorder.Holder{Framework: sub.Framework, Role: uint32(sub.Role)}
}
