package operations

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// UpdateAllocation applies conversions to what a framework was offered
// (core.Allocator.UpdateAllocation).
func (o *Offers) UpdateAllocation(u *api.AllocationUpdate) error {
	f, fslot, err := o.frameworks.FrameworkOf(u.Framework)
	if err != nil {
		return err
	}
	g, slot, err := o.agents.AgentOf(u.Agent)
	if err != nil {
		return err
	}
	if err := o.roles.CheckRole(u.Role); err != nil {
		return err
	}
	a := allocation{agent: g, slot: slot, framework: f.Name, role: u.Role, entry: o.ledger.EntryFor(g, fslot, u.Role)}
	if err := o.convertAllocation(&a, u.Offered, u.Conversions); err != nil {
		return api.Within(err, "agent %q: allocation of framework %q, role %q", g.Name(), f.Name, o.roles.Path(u.Role))
	}
	claims := o.ledger.Claims()
	claims.HoldsShared(&o.conversion.held.Come, o.ledger.Entries.At(a.entry).Held())
	if err := claims.Check(g.Name()); err != nil {
		return err
	}
	o.shrinkOrder.Converts(slot, o.ledger.Entries.At(a.entry).Subscription, u.Offered, u.Conversions)
	o.allocationConverted(&a)
	return nil
}

// An allocation is what a framework was offered or allocated in a role on an agent, of which
// conversions change a part.
type allocation struct {
	agent     *agents.Agent
	slot      slots.Agent
	framework string
	role      api.RoleID
	entry     slots.Entry // None if it holds nothing
}

// convertAllocation works out and checks how conversions of a part of an allocation change
// what its framework holds and what the agent has: conversions.held and total.
func (o *Offers) convertAllocation(a *allocation, offered []api.Resource, conversions []api.Conversion) *api.Error {
	x := &o.conversion
	if err := o.kinds.ReadBag(&x.before, offered, "offered"); err != nil {
		return err
	}
	list, err := o.readConversions(conversions)
	if err != nil {
		return err
	}
	if a.entry == slots.None || !o.ledger.Entries.At(a.entry).Held().Contains(&x.before) {
		return api.Errorf(api.CodeNotAllocated, "holds %s and not %s", o.kinds.Format(o.ledger.OfferedOrAllocatedTo(a.slot, a.framework, a.role)), o.kinds.Format(&x.before))
	}
	x.after.CopyFrom(&x.before)
	if err := o.convert(&x.after, list, true); err != nil {
		return err
	}
	if err := o.checkRemoved(&x.before, &x.after, list); err != nil {
		return err
	}
	if err := o.convertTotal(a.agent, list, false); err != nil {
		return err
	}
	x.held.Between(&x.before, &x.after, &o.kinds.Kinds)
	return o.checkLent(a.slot, a.entry, &x.held.Gone)
}

// allocationConverted applies what convertAllocation has worked out.
func (o *Offers) allocationConverted(a *allocation) {
	x := &o.conversion
	m := o.ledger.Entries.At(a.entry).Subscription
	o.ledger.KeepLastOffer(a.entry)
	o.ledger.ChangeHeld(a.entry, &x.held)
	o.ledger.EndUseBeyondHeld(a.agent, a.role)
	o.ledger.ChangeTotal(a.slot, &x.total)
	o.ledger.Lingerings.Add(a.slot, a.agent, &x.held.Come)
	if a.agent.Overdrawn || (x.total.Gone.Flags|x.total.Come.Flags)&resource.Shared != 0 || !x.held.Equal(&x.total) {
		o.ledger.RefreshFree(a.slot)
	} else {
		o.agents.FreeChanged(a.slot, a.agent) // to what it was: the same changed in both
	}
	o.frameworks.ForgetUnlessUsed(m)
}

// checkLent refuses to convert what is lent to the holder of entry i. Of what it holds of a
// kind, what is its own is converted first.
func (o *Offers) checkLent(slot slots.Agent, i slots.Entry, gone *resource.Bag) *api.Error {
	if gone.Flags&resource.Revocable == 0 || !o.lending.On.Has(slot) {
		return nil
	}
	e := o.ledger.Entries.At(i)
	for _, c := range gone.Counts {
		if lent := o.lending.OfCopy(slot, e.Subscription, c.Item()); lent > e.Held().Of(c.Item())-c.N {
			return api.Errorf(api.CodeNotAvailable, "%s is lent, and cannot be converted", o.kinds.FormatOnly(gone))
		}
	}
	return nil
}

// UpdateAvailable applies conversions to what is free on an agent
// (core.Allocator.UpdateAvailable).
func (o *Offers) UpdateAvailable(id api.AgentID, conversions []api.Conversion) error {
	g, slot, err := o.agents.AgentOf(id)
	if err != nil {
		return err
	}
	fail := func(err *api.Error) error {
		return api.Within(err, "agent %q: available resources", g.Name())
	}
	list, err := o.readConversions(conversions)
	if err != nil {
		return fail(err)
	}
	x := &o.conversion
	namedParts(&x.before, g.FreeBag(), list, &o.kinds.Kinds)
	if err := o.convert(&x.before, list, true); err != nil {
		return fail(err)
	}
	if err := o.convertTotal(g, list, true); err != nil {
		return fail(err)
	}
	o.shrinkOrder.Converts(slot, slots.None, nil, conversions)
	if !x.total.Empty() {
		o.ledger.ChangeTotal(slot, &x.total)
		o.ledger.ChangeFree(slot, &x.total)
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
	had, have               quantities.WideRow // amounts before and after
}

// readConversions checks conversions from outside.
func (o *Offers) readConversions(list []api.Conversion) ([]conversion, *api.Error) {
	out := slices.Grow(o.conversion.list[:0], len(list))[:len(list)]
	o.conversion.list = out
	for i := range list {
		c := &out[i]
		if err := o.kinds.ReadBag(&c.consumed, list[i].Consumed, "consumed"); err != nil {
			return nil, api.Within(err, "conversion %d", i)
		}
		if err := o.kinds.ReadBag(&c.converted, list[i].Converted, "converted"); err != nil {
			return nil, api.Within(err, "conversion %d", i)
		}
		c.exhaust = list[i].Exhaust
	}
	return out, nil
}

// convert applies conversions to b, one after the other. additions says whether those that consume nothing take part.
func (o *Offers) convert(b *resource.Bag, list []conversion, additions bool) *api.Error {
	for i := range list {
		c := &list[i]
		if c.consumed.Empty() && !additions {
			continue
		}
		if !b.Contains(&c.consumed) {
			return api.Errorf(api.CodeNotAvailable, "conversion %d: %s does not contain %s", i, o.kinds.Format(b), o.kinds.Format(&c.consumed))
		}
		b.Sub(&c.consumed, &o.kinds.Kinds)
		if err := o.kinds.AddTo(b, &c.converted, "converted"); err != nil {
			return api.Within(err, "conversion %d", i)
		}
		if c.exhaust && b.Contains(&c.consumed) {
			return api.Errorf(api.CodeNotAvailable, "conversion %d: further copies of %s remain", i, o.kinds.Format(&c.consumed))
		}
	}
	return nil
}

// convertTotal works out and checks how conversions change an agent's total. An operator's may add copies of shared volumes and remove nothing. A framework's
// may remove and add nothing.
func (o *Offers) convertTotal(g *agents.Agent, list []conversion, operator bool) *api.Error {
	before, after := &o.conversion.totalBefore, &o.conversion.totalAfter
	namedParts(before, g.Total, list, &o.kinds.Kinds)
	after.CopyFrom(before)
	err := o.convert(after, list, operator)
	if err == nil && operator {
		err = o.checkRemoved(before, after, nil)
	} else if err == nil {
		err = o.checkRemoved(before, after, list)
	}
	if err != nil {
		return api.Within(err, "the agent's total")
	}
	claims := o.ledger.Claims()
	claims.HadPart(before)
	claims.Has(after, &resource.Bag{})
	if err := claims.Check(g.Name()); err != nil {
		return err
	}
	o.conversion.total.Between(before, after, &o.kinds.Kinds)
	return nil
}

// checkRemoved checks conversions as Mesos does after it applied them: amounts stay, but
// for what is removed outright (MESOS-8825). Ranges and sets count, too, and nothing may
// come out of nothing.
func (o *Offers) checkRemoved(before, after *resource.Bag, list []conversion) *api.Error {
	old, left := &o.conversion.had, &o.conversion.have
	old.Reset()
	before.Amounts(old, &o.kinds.Kinds)
	left.Reset()
	after.Amounts(left, &o.kinds.Kinds)
	for i := range list {
		if list[i].converted.Empty() {
			list[i].consumed.Amounts(left, &o.kinds.Kinds)
		}
	}
	if old.Equal(left) {
		return nil
	}
	var had, have quantities.Row
	old.CopyTo(&had)
	left.CopyTo(&have)
	return api.Errorf(api.CodeConversion, "conversions make %s, with what they remove, of %s", o.kinds.FormatRow(have), o.kinds.FormatRow(had))
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
