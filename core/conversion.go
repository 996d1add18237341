package core

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// UpdateAllocation applies conversions to what a framework was offered, and to the agent's
// total. It mirrors HierarchicalAllocatorProcess::updateAllocation.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotAllocated (the framework does not hold what was offered),
// CodeNotAvailable (a conversion consumes what is not there), CodeConversion
// (amounts change otherwise than by removal), CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (intervals that overlap or are inverted), CodeLimit
// (too many volumes, or the cluster's sum).
//
// Cost: proportional to what is named, to what the agent has and who holds some of it, and
// to the role's depth.
func (a *Allocator) UpdateAllocation(u alloc.AllocationUpdate) (refused error) {
	defer a.settle(&refused, func() calls.Call { return new(calls.UpdateAllocation(u)) })
	f, fslot, err := a.state.Frameworks.FrameworkOf(u.Framework)
	if err != nil {
		return err
	}
	g, slot, err := a.state.Agents.AgentOf(u.Agent)
	if err != nil {
		return err
	}
	if err := a.state.Roles.CheckRole(u.Role); err != nil {
		return err
	}
	ledger, x := a.state.Ledger, &a.scratch.conversion
	m, entry := ledger.EntryFor(g, fslot, u.Role)
	if err := a.convertAllocation(slot, entry, u.Offered, u.Conversions); err != nil {
		return fault.Within(err, "agent %q: allocation of framework %q, role %q", g.Name, f.Name, a.state.Roles.Path(u.Role))
	}
	claims := ledger.Claims()
	claims.AddSharedAfter(&x.held.Come, ledger.Entries.At(entry).Held())
	if err := claims.Check(g.Name); err != nil {
		return err
	}
	// Nothing has changed until here.
	a.state.ShrinkOrder.Converts(slot, m, u.Offered, u.Conversions)
	ledger.ChangeHeld(entry, &x.held)
	ledger.EndUseBeyondHeld(g, u.Role)
	ledger.ChangeTotal(slot, &x.total)
	ledger.Lingerings.Add(slot, g, &x.held.Come)
	if g.Overdrawn || (x.total.Gone.Flags|x.total.Come.Flags)&resource.Shared != 0 || !x.held.Equal(&x.total) {
		ledger.RefreshFree(slot)
	} else {
		a.state.Agents.FreeChanged(slot, g) // to what it was: the same changed in both
	}
	a.state.Frameworks.ForgetUnlessUsed(m)
	return nil
}

// convertAllocation works out and checks how conversions change a part of what an entry on an agent holds,
// and the agent's total. It sets conversions.held and total. The entry is None if the framework holds
// nothing there.
func (a *Allocator) convertAllocation(slot slots.Agent, entry slots.Entry, offered []alloc.Resource, conversions []alloc.Conversion) *alloc.Error {
	x := &a.scratch.conversion
	if err := a.state.Kinds.ReadBag(&x.before, offered, "offered"); err != nil {
		return err
	}
	list, err := a.readConversions(conversions)
	if err != nil {
		return err
	}
	if held := a.state.Ledger.HeldIn(entry); held == nil || !held.Contains(&x.before) {
		return fault.Errorf(alloc.CodeNotAllocated, "holds %s and not %s", a.state.Kinds.Format(held), a.state.Kinds.Format(&x.before))
	}
	x.after.CopyFrom(&x.before)
	if err := a.convert(&x.after, list, true); err != nil {
		return err
	}
	if err := a.checkRemoved(&x.before, &x.after, list); err != nil {
		return err
	}
	if err := a.convertTotal(a.state.Agents.At(slot), list, false); err != nil {
		return err
	}
	x.held.Between(&x.before, &x.after, a.state.Kinds)
	return a.checkLent(slot, entry, &x.held.Gone)
}

// checkLent refuses to convert what is lent to the holder of entry i. A conversion takes the
// holder's own resources of a kind first.
func (a *Allocator) checkLent(slot slots.Agent, i slots.Entry, gone *resource.Bag) *alloc.Error {
	if gone.Flags&resource.Revocable == 0 || !a.state.Lending.On.Has(slot) {
		return nil
	}
	e := a.state.Ledger.Entries.At(i)
	for _, c := range gone.Counts {
		if lent := a.state.Lending.OfCopy(slot, e.Subscription, c.Item()); lent > e.Held().Of(c.Item())-c.N {
			return fault.Errorf(alloc.CodeNotAvailable, "%s is lent, and cannot be converted", a.state.Kinds.FormatOnly(gone))
		}
	}
	return nil
}

// UpdateAvailable applies an operator's conversions to what is free on an agent: reserve,
// unreserve, create, destroy. If what they need is in use, it fails with CodeNotAvailable
// and leaves no trace. It mirrors HierarchicalAllocatorProcess::updateAvailable.
//
// Errors: CodeUnknownAgent, CodeStale, CodeNotAvailable (what a conversion
// consumes is in use or not there), CodeConversion (amounts change),
// CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeInvalid (intervals that
// overlap or are inverted), CodeLimit (too many volumes, or the cluster's sum).
//
// Cost: proportional to what is named, to what the agent has and who holds some of it, and to the depth of the roles.
func (a *Allocator) UpdateAvailable(id alloc.AgentID, conversions []alloc.Conversion) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.UpdateAvailable{Agent: id, Conversions: conversions} })
	g, slot, err := a.state.Agents.AgentOf(id)
	if err != nil {
		return err
	}
	fail := func(err *alloc.Error) error {
		return fault.Within(err, "agent %q: available resources", g.Name)
	}
	list, err := a.readConversions(conversions)
	if err != nil {
		return fail(err)
	}
	x := &a.scratch.conversion
	namedParts(&x.before, g.FreeBag(), list, a.state.Kinds)
	if err := a.convert(&x.before, list, true); err != nil {
		return fail(err)
	}
	if err := a.convertTotal(g, list, true); err != nil {
		return fail(err)
	}
	a.state.ShrinkOrder.Converts(slot, slots.None, nil, conversions)
	if !x.total.Empty() {
		a.state.Ledger.ChangeTotal(slot, &x.total)
		a.state.Ledger.RefreshFree(slot)
	}
	return nil
}

// conversion is a Conversion in bags.
type conversion struct {
	consumed, converted resource.Bag
	exhaust             bool
}

// conversions is the scratch memory of UpdateAllocation and UpdateAvailable.
type conversions struct {
	list                    []conversion
	before, after           resource.Bag // what was offered, or is free
	totalBefore, totalAfter resource.Bag // the parts of the agent's total that are named
	held, total             resource.Difference
	had, have               rows.Wide // amounts before and after
}

// readConversions checks conversions from outside.
func (a *Allocator) readConversions(list []alloc.Conversion) ([]conversion, *alloc.Error) {
	out := slices.Grow(a.scratch.conversion.list[:0], len(list))[:len(list)]
	a.scratch.conversion.list = out
	for i := range list {
		c := &out[i]
		if err := a.state.Kinds.ReadBag(&c.consumed, list[i].Consumed, "consumed"); err != nil {
			return nil, fault.Within(err, "conversion %d", i)
		}
		if err := a.state.Kinds.ReadBag(&c.converted, list[i].Converted, "converted"); err != nil {
			return nil, fault.Within(err, "conversion %d", i)
		}
		c.exhaust = list[i].Exhaust
	}
	return out, nil
}

// convert applies conversions to b, one after the other. additions says whether those that consume nothing take part.
func (a *Allocator) convert(b *resource.Bag, list []conversion, additions bool) *alloc.Error {
	for i := range list {
		c := &list[i]
		if c.consumed.Empty() && !additions {
			continue
		}
		if !b.Contains(&c.consumed) {
			return fault.Errorf(alloc.CodeNotAvailable, "conversion %d: %s does not contain %s", i, a.state.Kinds.Format(b), a.state.Kinds.Format(&c.consumed))
		}
		b.Sub(&c.consumed, a.state.Kinds)
		if err := a.state.Kinds.AddTo(b, &c.converted, "converted"); err != nil {
			return fault.Within(err, "conversion %d", i)
		}
		if c.exhaust && b.Contains(&c.consumed) {
			return fault.Errorf(alloc.CodeNotAvailable, "conversion %d: further copies of %s remain", i, a.state.Kinds.Format(&c.consumed))
		}
	}
	return nil
}

// convertTotal works out and checks how conversions change an agent's total. An operator's may add
// copies of shared volumes and remove nothing. A framework's may remove and add nothing.
func (a *Allocator) convertTotal(g *agents.Agent, list []conversion, operator bool) *alloc.Error {
	before, after := &a.scratch.conversion.totalBefore, &a.scratch.conversion.totalAfter
	namedParts(before, g.TotalBag(), list, a.state.Kinds)
	after.CopyFrom(before)
	err, removing := a.convert(after, list, operator), list
	if operator {
		removing = nil
	}
	if err == nil {
		err = a.checkRemoved(before, after, removing)
	}
	if err != nil {
		return fault.Within(err, "the agent's total")
	}
	claims := a.state.Ledger.Claims()
	claims.AddPartBefore(before)
	claims.AddAfter(after, &resource.Bag{})
	if err := claims.Check(g.Name); err != nil {
		return err
	}
	a.scratch.conversion.total.Between(before, after, a.state.Kinds)
	return nil
}

// checkRemoved checks conversions as Mesos does after it applied them: amounts stay, but
// for what is removed outright (MESOS-8825). Ranges and sets count, too, and nothing may
// come out of nothing.
func (a *Allocator) checkRemoved(before, after *resource.Bag, list []conversion) *alloc.Error {
	old, left := &a.scratch.conversion.had, &a.scratch.conversion.have
	old.Reset()
	before.Amounts(old, a.state.Kinds)
	left.Reset()
	after.Amounts(left, a.state.Kinds)
	for i := range list {
		if list[i].converted.Empty() {
			list[i].consumed.Amounts(left, a.state.Kinds)
		}
	}
	if old.Equal(left) {
		return nil
	}
	var had, have quantities.Row
	old.CopyTo(&had)
	left.CopyTo(&have)
	return fault.Errorf(alloc.CodeConversion, "conversions make %s, with what they remove, of %s", a.state.Kinds.FormatRow(have), a.state.Kinds.FormatRow(had))
}

// namedParts sets dst to the part of o that conversions may change: all items and all
// intervals of kinds that they name.
func namedParts(dst, o *resource.Bag, list []conversion, t *resource.Kinds) {
	dst.Reset()
	for i := range list {
		for _, named := range []*resource.Bag{&list[i].consumed, &list[i].converted} {
			for _, c := range named.Counts {
				if n := o.Of(c.Item()); n > 0 && dst.Of(c.Item()) == 0 {
					c.N = n
					dst.AddCount(c)
				}
			}
			for _, x := range named.Intervals {
				if len(dst.Intervals.Of(x.Kind)) == 0 {
					for _, y := range o.Intervals.Of(x.Kind) {
						dst.Intervals.Insert(y)
						dst.Flags |= t.Flags(uint32(x.Kind))
					}
				}
			}
		}
	}
}
