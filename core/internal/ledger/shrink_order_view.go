package ledger

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
)

// ShrinkOrderView is what the shrink order reads of the ledger to check its vectors: what each
// agent has, who holds what of it, and what is lent.
type ShrinkOrderView struct{ *Ledger }

// TotalOf returns what an agent has in all.
func (v ShrinkOrderView) TotalOf(slot slots.Agent) *resource.Bag { return v.agents.At(slot).Total }

// AllocationsOn counts the entries on an agent.
func (v ShrinkOrderView) AllocationsOn(slot slots.Agent) int { return len(v.agents.At(slot).Entries) }

// AllocationOn returns the holder of entry i on an agent, and what it holds.
func (v ShrinkOrderView) AllocationOn(slot slots.Agent, i int) (shrinkorder.Holder, *resource.Bag) {
	ref := v.agents.At(slot).Entries[i]
	return HolderOf(v.Ledger, ref.Subscription), v.Entries.At(ref.Entry).Held()
}

// LentOn ranges over what is lent of an agent's total, and over who holds what instead.
func (v ShrinkOrderView) LentOn(slot slots.Agent, yield func(by shrinkorder.Holder, lent, held resource.Count)) {
	for _, l := range v.lending.OnAgent(slot) {
		yield(HolderOf(v.Ledger, l.Subscription), v.kinds.Count(l.Original, l.N), v.kinds.Count(l.Copy, l.N))
	}
}

// HolderOf returns whom a subscription is of, as the shrink order has it.
func HolderOf(lg *Ledger, m slots.Subscription) shrinkorder.Holder {
	sub := lg.frameworks.Subscriptions.At(m)
	return shrinkorder.Holder{Framework: sub.Framework, Role: uint32(sub.Role)}
}
