package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Entry is what one framework holds, offered or allocated, on one agent for one role.
//
// Invariants:
//  1. Resources is not empty;
//  2. the sorters and the role tree count Resources if and only if the framework is
//     registered. Mesos, too, counts a framework that has not been added yet on the
//     agent alone (addSlave).
//
// When an entry grows, these change, too:
//
//   - Agent.Free and Agents.FreeRevocable lose what was free, and ClusterAmounts.SharedUse gains
//     the shared volumes;
//   - if the framework is registered, the sums of its role and of all roles above grow. Those
//     of them with quota go onto Roles.ToReassess, for the next cycle;
//   - if it is not registered, Ledger.UnregisteredUse grows, and neither roles nor sorters know.
//
// The sorters learn of an offer when the visit ends (CountPick), and of all else in the same call.
type Entry struct {
	Agent        slots.Agent
	Subscription slots.Subscription
	Resources    resource.Bag

	NextOfSubscription slots.Entry
	PrevOfSubscription slots.Entry
}

// Held returns what the entry holds, for reading.
func (e *Entry) Held() *resource.Bag { return &e.Resources }

// EntryFor returns the subscription of a framework in a role, and its entry on an agent, slots.None each if there is none.
func (lg *Ledger) EntryFor(g *agents.Agent, f slots.Framework, r alloc.RoleID) (slots.Subscription, slots.Entry) {
	m := lg.frameworks.FindSubscription(f, r)
	if m == slots.None {
		return slots.None, slots.None
	}
	return m, g.FindEntry(m)
}

// OpenEntry returns the entry of a subscription on agent g in a slot, creating an empty one
// if there is none.
func (lg *Ledger) OpenEntry(slot slots.Agent, g *agents.Agent, m slots.Subscription) slots.Entry {
	if i := g.FindEntry(m); i != slots.None {
		return i
	}
	return lg.NewEntry(slot, g, m)
}

// NewEntry returns an empty entry of a subscription that has none on agent g in a slot.
func (lg *Ledger) NewEntry(slot slots.Agent, g *agents.Agent, m slots.Subscription) slots.Entry {
	i := lg.Entries.Take()
	e := lg.Entries.At(i)
	sub := lg.frameworks.Subscriptions.At(m)
	// closeEntry has reset e.Resources.
	e.Agent, e.Subscription = slot, m
	e.NextOfSubscription, e.PrevOfSubscription = sub.FirstEntry, slots.None
	if sub.FirstEntry != slots.None {
		lg.Entries.At(sub.FirstEntry).PrevOfSubscription = i
	}
	sub.SetFirstEntry(i)
	g.AddEntry(m, i)
	lg.agents.InverseOffersChanged(slot)
	return i
}

// closeEntry drops e in slot i, an entry of subscription sub on agent g. Its Resources have become empty.
func (lg *Ledger) closeEntry(i slots.Entry, e *Entry, g *agents.Agent, sub *frameworks.Subscription) {
	g.DropEntry(e.Subscription, i)
	if e.PrevOfSubscription != slots.None {
		lg.Entries.At(e.PrevOfSubscription).NextOfSubscription = e.NextOfSubscription
	} else {
		sub.SetFirstEntry(e.NextOfSubscription)
	}
	if e.NextOfSubscription != slots.None {
		lg.Entries.At(e.NextOfSubscription).PrevOfSubscription = e.PrevOfSubscription
	}
	e.Resources.Reset()
	lg.Entries.Give(i)
}

// Allocate adds b, which is free on agent g, to an entry there of a registered framework. The ledger, the role tree
// and the agent learn of it now. The sorters learn of it when the caller passes the usage d to CountPick.
func (lg *Ledger) Allocate(i slots.Entry, g *agents.Agent, b *resource.Bag, d *UsageDelta) {
	e := lg.Entries.At(i)
	lg.usageOf(d, i, b)
	lg.addUsageToRoles(lg.frameworks.Subscriptions.At(e.Subscription).Role, d, +1)
	e.Resources.Add(b)
	lg.agents.TakeFree(e.Agent, g, b)
}

// AllocateAllFree is Allocate for all that is free on the agent. It returns the bag that has it now. If the entry
// is empty and nothing free is shared or revocable, the entry takes over the bag as it is. Else whole, which is the
// caller's, becomes a copy.
func (lg *Ledger) AllocateAllFree(i slots.Entry, g *agents.Agent, whole *resource.Bag, d *UsageDelta) *resource.Bag {
	e := lg.Entries.At(i)
	if !e.Resources.Empty() || g.Free.Flags&(resource.Shared|resource.Revocable) != 0 {
		whole.CopyFrom(g.FreeBag())
		lg.Allocate(i, g, whole, d)
		return whole
	}
	lg.agents.SwapFree(e.Agent, g, &e.Resources)
	lg.usageOf(d, i, &e.Resources)
	lg.addUsageToRoles(lg.frameworks.Subscriptions.At(e.Subscription).Role, d, +1)
	return &e.Resources
}

// EnterUseOf enters that the subscription of an entry holds b, which was never free on the
// agent. The caller works out Agent.Free (RefreshFree).
func (lg *Ledger) EnterUseOf(i slots.Entry, b *resource.Bag) {
	e := lg.Entries.At(i)
	sub := lg.frameworks.Subscriptions.At(e.Subscription)
	if !lg.frameworks.Registered.Has(sub.Framework) {
		lg.countUnregistered(b, +1)
		e.Resources.Add(b)
		return
	}
	lg.frameworks.Track(e.Subscription)
	d := &lg.scratch.enterUseOf.usage
	lg.usageOf(d, i, b)
	lg.addUsageToRoles(sub.Role, d, +1)
	e.Resources.Add(b)
	lg.CountPick(e.Subscription, d)
}

// ChangeHeld changes what an entry holds by x and counts no pick. The caller updates what
// is free.
func (lg *Ledger) ChangeHeld(i slots.Entry, x *resource.Difference) {
	e := lg.Entries.At(i)
	sub := lg.frameworks.Subscriptions.At(e.Subscription)
	r := lg.roles.Get(sub.Role)
	old, fresh := &lg.scratch.changeHeld.gone, &lg.scratch.changeHeld.come
	e.Resources.Sub(&x.Gone, lg.kinds)
	lg.usageOf(old, i, &x.Gone)
	lg.addUsageToRoles(sub.Role, old, -1)
	lg.usageOf(fresh, i, &x.Come)
	lg.addUsageToRoles(sub.Role, fresh, +1)
	e.Resources.Add(&x.Come)
	r.Frameworks.Update(sub.Client, old.Framework, fresh.Framework)
	lg.roles.Sorter.Update(r.Client, old.Role(), fresh.Role())
	if e.Resources.Empty() {
		lg.closeEntry(i, e, lg.agents.At(e.Agent), sub)
	}
}

// Release takes b, which the entry contains, out of it, and closes the entry
// when nothing is left.
func (lg *Ledger) Release(i slots.Entry, b *resource.Bag) {
	e := lg.Entries.At(i)
	g := lg.agents.At(e.Agent)
	sub := lg.frameworks.Subscriptions.At(e.Subscription)
	if g.Free.Empty() && !g.Overdrawn && b.Flags&(resource.Shared|resource.Revocable) == 0 && e.Resources.Equal(b) {
		lg.agents.SwapFree(e.Agent, g, &e.Resources)
		lg.removeUsage(i, sub, b)
		lg.closeEntry(i, e, g, sub)
		return
	}
	slot, m := e.Agent, e.Subscription
	e.Resources.Sub(b, lg.kinds)
	lg.removeUsage(i, sub, b)
	empty := e.Resources.Empty()
	if empty {
		lg.closeEntry(i, e, g, sub)
	}
	if b = lg.endLoans(slot, m, b); g.Overdrawn {
		lg.RefreshFree(slot)
	} else {
		lg.agents.GiveFree(slot, g, b)
	}
}

// ReleaseAll empties and closes an entry on an agent that goes. When the agent's total has gone, too, the caller
// works out what is free there (ApplyTotal).
func (lg *Ledger) ReleaseAll(i slots.Entry) {
	e, held := lg.Entries.At(i), &lg.scratch.releaseAll.held
	slot, m := e.Agent, e.Subscription
	sub := lg.frameworks.Subscriptions.At(m)
	held.CopyFrom(&e.Resources)
	e.Resources.Reset()
	lg.removeUsage(i, sub, held)
	lg.closeEntry(i, e, lg.agents.At(slot), sub)
	lg.endLoans(slot, m, held)
}

// removeUsage takes b, which is out of the entry of a subscription already, out of the sorters and the role tree,
// or, if the framework is not registered, out of what unregistered ones hold.
func (lg *Ledger) removeUsage(i slots.Entry, m *frameworks.Subscription, b *resource.Bag) {
	if !lg.frameworks.Registered.Has(m.Framework) {
		lg.countUnregistered(b, -1)
		return
	}
	d := &lg.scratch.removeUsage.usage
	lg.usageOf(d, i, b)
	lg.addUsageToRoles(m.Role, d, -1)
	r := lg.roles.Get(m.Role)
	r.Frameworks.Unallocated(m.Client, d.Framework)
	lg.roles.Sorter.Unallocated(r.Client, d.Role())
}
