package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
)

// AllocationUpdate is conversions of what a framework was offered on an agent
// in a role.
type AllocationUpdate struct {
	Framework   FrameworkID
	Agent       AgentID
	Role        RoleID
	Offered     []Resource
	Conversions []Conversion
}

// UpdateAllocation applies conversions to what a framework was offered, and to the agent's
// total. It mirrors HierarchicalAllocatorProcess::updateAllocation.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotAllocated (the framework does not hold what was offered),
// CodeNotAvailable (a conversion consumes what is not there), CodeConversion
// (amounts change otherwise than by removal), CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (intervals that overlap or are inverted), CodeLimit
// (too many volumes, or the cluster's sum).
func (a *Allocator) UpdateAllocation(u AllocationUpdate) error {
	defer a.settle()
	f, fslot, err := a.frameworks.FrameworkOf(u.Framework)
	if err != nil {
		return err
	}
	g, slot, err := a.agents.AgentOf(u.Agent)
	if err != nil {
		return err
	}
	r := u.Role
	if err := a.roles.CheckRole(r); err != nil {
		return err
	}
	fail := func(err *Error) error {
		return api.Within(err, "agent %q: allocation of framework %q, role %q", g.Name(), f.Name, a.roles.Get(r).Path)
	}
	before, after := &a.scratch.bags[0], &a.scratch.bags[1]
	if err := a.kinds.ReadBag(before, u.Offered, "offered"); err != nil {
		return fail(err)
	}
	list, err := a.readConversions(u.Conversions)
	if err != nil {
		return fail(err)
	}
	i := a.ledger.EntryFor(g, fslot, r)
	if i == slots.None || !a.ledger.Entries.At(i).Resources.Contains(before) {
		return fail(api.Errorf(CodeNotAllocated, "holds %s and not %s", a.kinds.Format(a.ledger.OfferedOrAllocatedTo(slot, f.Name, r)), a.kinds.Format(before)))
	}
	after.CopyFrom(before)
	offeredOrder := a.vectorOf(u.Offered)
	afterOrder, totalOrder := slices.Clone(offeredOrder), slices.Clone(a.vectors.Total(slot))
	if err := a.convert(after, &afterOrder, list, true); err != nil {
		return fail(err)
	}
	if err := a.checkRemoved(before, after, list); err != nil {
		return fail(err)
	}
	total := &a.scratch.total
	if err := a.convertTotal(total, g, &totalOrder, list, false); err != nil {
		return fail(err)
	}
	held := &a.scratch.held
	held.Between(before, after, &a.kinds.Kinds)
	claims := a.ledger.Claims()
	claims.HoldsShared(&held.Come, &a.ledger.Entries.At(i).Resources)
	if err := claims.Check(g.Name()); err != nil {
		return err
	}
	m := a.ledger.Entries.At(i).Subscription
	a.ledger.KeepLastOffer(i)
	a.takeBackVector(slot, i, before, offeredOrder)
	a.changeHeld(i, held)
	a.ledger.EndUseBeyondHeld(g, r)
	a.vectors.Used(slot, a.holder(m), afterOrder)
	if !total.Empty() {
		a.vectors.SetTotal(slot, totalOrder)
	}
	a.ledger.ChangeTotal(slot, total)
	a.ledger.Linger(slot, g, &held.Come)
	if g.Overdrawn || (total.Gone.Flags|total.Come.Flags)&resource.Shared != 0 || !held.Equal(total) {
		a.ledger.RefreshFree(slot)
	} else {
		a.agents.FreeChanged(slot, g) // to what it was: the same changed in both
	}
	a.frameworks.ForgetUnlessUsed(m)
	return nil
}

// changeHeld changes what an entry holds and counts no pick. The caller updates what is
// free.
func (a *Allocator) changeHeld(i slots.Entry, x *resource.Difference) {
	e := a.ledger.Entries.At(i)
	sub := a.frameworks.Subscriptions.At(e.Subscription)
	r := a.roles.Get(sub.Role)
	old, fresh := &a.scratch.before, &a.scratch.after
	e.Resources.Sub(&x.Gone, &a.kinds.Kinds)
	a.ledger.UsageOf(old, i, &x.Gone)
	a.ledger.AddUsageToRoles(sub.Role, old, -1)
	a.ledger.UsageOf(fresh, i, &x.Come)
	a.ledger.AddUsageToRoles(sub.Role, fresh, +1)
	e.Resources.Add(&x.Come)
	r.Frameworks.Update(sub.Client, old.Framework, fresh.Framework)
	a.roles.Sorter.Update(r.Client, old.Role(), fresh.Role())
	if e.Resources.Empty() {
		a.ledger.CloseEntry(i)
	}
}

// takeBackVector drops the part of an entry that is about to be converted from the shrink
// order. Mesos removes all of it before it adds the result, so that even resources that
// stay as they are change their place.
func (a *Allocator) takeBackVector(slot slots.Agent, i slots.Entry, offered *resource.Bag, v shrinkorder.Vector) {
	if len(v) == 0 {
		return
	}
	e := a.ledger.Entries.At(i)
	e.Resources.Sub(offered, &a.kinds.Kinds)
	a.vectors.Unused(slot, a.holder(e.Subscription), v)
	e.Resources.Add(offered)
}
