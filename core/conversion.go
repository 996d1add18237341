package core

import (
	"slices"

	"github.com/apportion/apportion/quantities"
)

// Conversion turns resources into others: reserve, unreserve, create or
// destroy a volume, grow, shrink. Without Consumed it adds copies of shared
// volumes; without Converted it removes resources.
type Conversion struct {
	Consumed  []Resource
	Converted []Resource
	// Exhaust makes the conversion fail if what was consumed is still there
	// afterwards: a shared volume of which other copies are in use cannot be
	// destroyed.
	Exhaust bool
}

// converted is a Conversion in bags.
type converted struct {
	consumed, converted           bag
	consumedOrder, convertedOrder listing
	exhaust                       bool
}

// readConversions checks conversions from outside. The result is scratch.
func (a *Allocator) readConversions(list []Conversion) ([]converted, *Error) {
	out := slices.Grow(a.scratch.conversions[:0], len(list))[:len(list)]
	a.scratch.conversions = out
	for i := range list {
		c := &out[i]
		if err := a.readBag(&c.consumed, list[i].Consumed, "consumed"); err != nil {
			return nil, err.within("conversion %d", i)
		}
		if err := a.readBag(&c.converted, list[i].Converted, "converted"); err != nil {
			return nil, err.within("conversion %d", i)
		}
		c.exhaust = list[i].Exhaust
		c.consumedOrder = a.listItems(list[i].Consumed)
		c.convertedOrder = a.listItems(list[i].Converted)
	}
	return out, nil
}

// convert applies conversions to b, whose order l is, one after the other.
// additions says whether those that consume nothing take part.
func (a *Allocator) convert(b *bag, l *listing, list []converted, additions bool) *Error {
	for i := range list {
		c := &list[i]
		if c.consumed.empty() && !additions {
			continue
		}
		if !b.contains(&c.consumed) {
			return errorf(CodeNotAvailable, "conversion %d: %s does not contain %s", i, a.format(b), a.format(&c.consumed))
		}
		b.sub(&c.consumed, &a.kinds)
		for _, id := range c.consumedOrder {
			if !b.has(id) {
				l.drop(id)
			}
		}
		b.add(&c.converted)
		for _, id := range c.convertedOrder {
			l.add(id)
		}
		if c.exhaust && b.contains(&c.consumed) {
			return errorf(CodeNotAvailable, "conversion %d: further copies of %s remain", i, a.format(&c.consumed))
		}
	}
	return nil
}

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
// Errors: CodeNotAllocated if the framework does not hold offered;
// CodeNotAvailable if a conversion consumes what is not there; CodeConversion
// if the amounts change otherwise than by removal.
func (a *Allocator) UpdateAllocation(u AllocationUpdate) error {
	if checking {
		defer a.verify()
	}
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
	if i == none || !a.entries.at(i).held.contains(before) {
		return fail(errorf(CodeNotAllocated, "holds %s and not %s", a.format(a.heldBy(slot, f.name, r)), a.format(before)))
	}
	after.copyFrom(before)
	offeredOrder := a.listItems(u.Offered)
	afterOrder, totalOrder := slices.Clone(offeredOrder), slices.Clone(g.totalOrder)
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
	m := a.entries.at(i).member
	held := &a.scratch.held
	held.between(before, after, &a.kinds)
	a.relistHeld(g, i, before, offeredOrder)
	a.changeHeld(i, held)
	a.listUsed(g, fslot, r, afterOrder)
	if !total.gone.empty() || !total.come.empty() {
		g.totalOrder = totalOrder
	}
	a.changeTotal(slot, total)
	if g.overdrawn || (total.gone.flags|total.come.flags)&kindShared != 0 || !held.equal(total) {
		a.refreshFree(slot)
	} else {
		a.freeChanged(slot, g) // to what it was: the same changed in both
	}
	a.settleMember(m)
	return nil
}

// convertTotal works out what conversions change of an agent's total, whose
// order is l, and checks that. An operator's may add copies of shared volumes
// and remove nothing; a framework's may remove and add nothing.
func (a *Allocator) convertTotal(x *change, g *agent, l *listing, list []converted, operator bool) *Error {
	before, after := &a.scratch.bags[2], &a.scratch.bags[3]
	before.partOf(g.total, list, &a.kinds)
	after.copyFrom(before)
	err := a.convert(after, l, list, operator)
	if err == nil && operator {
		err = a.checkRemoved(before, after, nil)
	} else if err == nil {
		err = a.checkRemoved(before, after, list)
	}
	if err != nil {
		return err.within("the agent's total")
	}
	if err := a.checkGrowth(g.name(), after, before); err != nil {
		return err
	}
	x.between(before, after, &a.kinds)
	return nil
}

// partOf makes b the part of o that conversions may change: all items that
// they name, and all intervals of the kinds that they name.
func (b *bag) partOf(o *bag, list []converted, t *kindTable) {
	b.reset()
	for i := range list {
		for _, named := range []*bag{&list[i].consumed, &list[i].converted} {
			for _, c := range named.counts {
				if n := o.of(c.item); n > 0 && b.of(c.item) == 0 {
					c.n = n
					b.addCount(c)
				}
			}
			for _, x := range named.spans {
				if len(b.spans.of(x.kind)) == 0 {
					for _, y := range o.spans.of(x.kind) {
						b.spans.insert(y)
						b.flags |= t.flags(uint32(x.kind))
					}
				}
			}
		}
	}
}

// entryFor returns the ledger entry of a framework's role on an agent, or none.
func (a *Allocator) entryFor(g *agent, f frameworkSlot, r RoleID) entrySlot {
	m := a.findMember(f, r)
	if m == none {
		return none
	}
	return g.findEntry(m)
}

// checkRemoved holds conversions to what Mesos checks after it applied them:
// amounts stay, but for what is removed outright (MESOS-8825). Ranges and sets
// count, too, and nothing may come out of nothing.
func (a *Allocator) checkRemoved(before, after *bag, list []converted) *Error {
	old, left, removed := &a.scratch.rows[0], &a.scratch.rows[1], &a.scratch.row
	a.weighAll(old, before)
	a.weighAll(left, after)
	removed.Reset()
	for i := range list {
		if list[i].converted.empty() {
			list[i].consumed.amounts(removed, &a.kinds)
		}
	}
	left.Add(*removed)
	if !old.Equal(*left) {
		return errorf(CodeConversion, "conversions make %s, with what they remove, of %s", a.formatRow(*left), a.formatRow(*old))
	}
	return nil
}

func (a *Allocator) weighAll(row *quantities.Row, b *bag) {
	row.Reset()
	b.amounts(row, &a.kinds)
}

// changeHeld changes what an entry holds; what is free is the caller's to
// keep. No pick is counted.
func (a *Allocator) changeHeld(i entrySlot, x *change) {
	e := a.entries.at(i)
	mem := a.members.at(e.member)
	r := a.roles.get(mem.role)
	old, fresh := &a.scratch.charge, &a.scratch.fresh
	e.held.sub(&x.gone, &a.kinds)
	a.weigh(old, i, &x.gone)
	a.chargeRoles(mem.role, old, -1)
	a.weigh(fresh, i, &x.come)
	a.chargeRoles(mem.role, fresh, +1)
	e.held.add(&x.come)
	r.frameworks.Update(mem.client, e.agent, old.framework, fresh.framework)
	a.roleSorter.Update(r.client, e.agent, old.role(), fresh.role())
	if e.held.empty() {
		a.closeEntry(i)
	}
}

// UpdateAvailable applies conversions to what is free on an agent: operator
// requests to reserve, unreserve, create and destroy. If what they need is in
// use, the call fails with CodeNotAvailable and leaves no trace.
// HierarchicalAllocatorProcess::updateAvailable.
func (a *Allocator) UpdateAvailable(id AgentID, conversions []Conversion) error {
	if checking {
		defer a.verify()
	}
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	fail := func(err *Error) error {
		return err.within("agent %q: available resources", g.name())
	}
	list, err := a.readConversions(conversions)
	if err != nil {
		return fail(err)
	}
	free := &a.scratch.bags[0]
	free.partOf(&g.free, list, &a.kinds)
	freeOrder, totalOrder := listing(nil), slices.Clone(g.totalOrder)
	if err := a.convert(free, &freeOrder, list, true); err != nil {
		return fail(err)
	}
	total := &a.scratch.total
	if err := a.convertTotal(total, g, &totalOrder, list, true); err != nil {
		return fail(err)
	}
	if !total.gone.empty() || !total.come.empty() {
		g.totalOrder = totalOrder
		a.changeTotal(slot, total)
		a.changeFree(slot, total)
	}
	return nil
}
