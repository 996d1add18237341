package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
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

// UpdateAllocation applies conversions to what a framework was offered, and to
// the agent's total.
// HierarchicalAllocatorProcess::updateAllocation.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotAllocated (the framework does not hold what was offered),
// CodeNotAvailable (a conversion consumes what is not there), CodeConversion
// (amounts change otherwise than by removal), CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (intervals that overlap or are inverted), CodeLimit
// (too many volumes, or the cluster's sum).
func (a *Allocator) UpdateAllocation(u AllocationUpdate) error {
	defer a.settle()
	f, fslot, err := a.frameworkOf(u.Framework)
	if err != nil {
		return err
	}
	g, slot, err := a.agentOf(u.Agent)
	if err != nil {
		return err
	}
	r := u.Role
	if err := a.checkRole(r); err != nil {
		return err
	}
	fail := func(err *Error) error {
		return err.within("agent %q: allocation of framework %q, role %q", g.name(), f.name, a.roles.get(r).path)
	}
	before, after := &a.scratch.bags[0], &a.scratch.bags[1]
	if err := a.readBag(before, u.Offered, "offered"); err != nil {
		return fail(err)
	}
	list, err := a.readConversions(u.Conversions)
	if err != nil {
		return fail(err)
	}
	i := a.entryFor(g, fslot, r)
	if i == none || !a.entries.At(i).resources.Contains(before) {
		return fail(errorf(CodeNotAllocated, "holds %s and not %s", a.format(a.offeredOrAllocatedTo(slot, f.name, r)), a.format(before)))
	}
	after.CopyFrom(before)
	offeredOrder := a.vectorOf(u.Offered)
	afterOrder, totalOrder := slices.Clone(offeredOrder), slices.Clone(a.shrinkOrder.Total(slot))
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
	claims := a.claims()
	claims.holdsShared(&held.Come, &a.entries.At(i).resources)
	if err := claims.check(g.name()); err != nil {
		return err
	}
	m := a.entries.At(i).subscription
	a.keepLastOffer(i)
	a.takeBackVector(slot, i, before, offeredOrder)
	a.changeHeld(i, held)
	a.endUseBeyondHeld(g, r)
	a.shrinkOrder.Used(slot, a.holder(m), afterOrder)
	if !total.Empty() {
		a.shrinkOrder.SetTotal(slot, totalOrder)
	}
	a.changeTotal(slot, total)
	a.linger(slot, g, &held.Come)
	if g.overdrawn || (total.Gone.Flags|total.Come.Flags)&resource.Shared != 0 || !held.Equal(total) {
		a.refreshFree(slot)
	} else {
		a.freeChanged(slot, g) // to what it was: the same changed in both
	}
	a.forgetUnlessUsed(m)
	return nil
}

// changeHeld changes what an entry holds; what is free is the caller's to
// keep. No pick is counted.
func (a *Allocator) changeHeld(i entrySlot, x *resource.Difference) {
	e := a.entries.At(i)
	sub := a.subscriptions.At(e.subscription)
	r := a.roles.get(sub.role)
	old, fresh := &a.scratch.before, &a.scratch.after
	e.resources.Sub(&x.Gone, &a.kinds.Kinds)
	a.usageOf(old, i, &x.Gone)
	a.addUsageToRoles(sub.role, old, -1)
	a.usageOf(fresh, i, &x.Come)
	a.addUsageToRoles(sub.role, fresh, +1)
	e.resources.Add(&x.Come)
	r.frameworks.Update(sub.client, e.agent, old.framework, fresh.framework)
	a.roleSorter.Update(r.client, e.agent, old.role(), fresh.role())
	if e.resources.Empty() {
		a.closeEntry(i)
	}
}

// takeBackVector drops what is about to be converted of an entry from the shrink
// order. Mesos takes all of it away before it adds what comes of it, so that even
// what stays as it is changes its place.
func (a *Allocator) takeBackVector(slot agentSlot, i entrySlot, offered *resource.Bag, v shrinkorder.Vector) {
	if len(v) == 0 {
		return
	}
	e := a.entries.At(i)
	e.resources.Sub(offered, &a.kinds.Kinds)
	a.shrinkOrder.Unused(slot, a.holder(e.subscription), v)
	e.resources.Add(offered)
}
