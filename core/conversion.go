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

func (a *Allocator) readConversions(what string, list []Conversion) ([]converted, *Error) {
	out := make([]converted, len(list))
	for i := range list {
		if err := a.readBag(&out[i].consumed, list[i].Consumed, "consumed"); err != nil {
			return nil, errorf(err.Code, "%s, conversion %d: %s", what, i, err.Text)
		}
		if err := a.readBag(&out[i].converted, list[i].Converted, "converted"); err != nil {
			return nil, errorf(err.Code, "%s, conversion %d: %s", what, i, err.Text)
		}
		out[i].exhaust = list[i].Exhaust
		out[i].consumedOrder = a.listItems(list[i].Consumed)
		out[i].convertedOrder = a.listItems(list[i].Converted)
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

// UpdateAllocation applies conversions to what a framework was offered on an
// agent in a role, and to the agent's total.
// HierarchicalAllocatorProcess::updateAllocation.
//
// Errors: CodeNotAllocated if the framework does not hold offered;
// CodeNotAvailable if a conversion consumes what is not there; CodeConversion
// if the amounts change otherwise than by removal.
func (a *Allocator) UpdateAllocation(id FrameworkID, agentID AgentID, r RoleID, offered []Resource, conversions []Conversion) error {
	if checking {
		defer a.verify()
	}
	f, fslot, err := a.frameworkOf(id)
	if err != nil {
		return err
	}
	g, slot, err := a.agentOf(agentID)
	if err != nil {
		return err
	}
	if err := a.checkRole(r); err != nil {
		return err
	}
	what := "agent \"" + g.name + "\": allocation of framework \"" + f.name + "\", role \"" + a.roles.get(r).path + "\""
	before := &a.scratch.bags[0]
	if err := a.readBag(before, offered, "offered"); err != nil {
		return errorf(err.Code, "%s: %s", what, err.Text)
	}
	list, err := a.readConversions(what, conversions)
	if err != nil {
		return err
	}
	i := a.entryFor(g, fslot, r)
	if i == none || !a.entries.at(i).held.contains(before) {
		return errorf(CodeNotAllocated, "%s: holds %s and not %s", what, a.format(a.heldBy(slot, f.name, r)), a.format(before))
	}
	after, total := &a.scratch.bags[1], &a.scratch.bags[2]
	after.copyFrom(before)
	offeredOrder := a.listItems(offered)
	afterOrder, totalOrder := slices.Clone(offeredOrder), slices.Clone(g.totalOrder)
	if err := a.convert(after, &afterOrder, list, true); err != nil {
		return errorf(err.Code, "%s: %s", what, err.Text)
	}
	total.copyFrom(&g.total)
	if err := a.convert(total, &totalOrder, list, false); err != nil {
		return errorf(err.Code, "%s: the agent's total: %s", what, err.Text)
	}
	if err := a.checkRemoved(what, before, after, list); err != nil {
		return err
	}
	if err := a.checkRemoved(what+": the agent's total", &g.total, total, list); err != nil {
		return err
	}
	if err := a.checkGrowth(g.name, total, &g.total); err != nil {
		return err
	}
	m := a.entries.at(i).member
	a.replaceHeld(i, before, after)
	a.unlistUsed(g, fslot, r, offeredOrder)
	a.listUsed(g, fslot, r, afterOrder)
	g.totalOrder = totalOrder
	a.applyTotal(slot, total)
	a.settleMember(m)
	return nil
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
func (a *Allocator) checkRemoved(what string, before, after *bag, list []converted) *Error {
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
		return errorf(CodeConversion, "%s: conversions make %s, with what they remove, of %s", what, a.formatRow(*left), a.formatRow(*old))
	}
	return nil
}

func (a *Allocator) weighAll(row *quantities.Row, b *bag) {
	row.Reset()
	b.amounts(row, &a.kinds)
}

// replaceHeld exchanges part of an entry; the caller works out anew what is
// free. No pick is counted.
func (a *Allocator) replaceHeld(i entrySlot, before, after *bag) {
	e := a.entries.at(i)
	slot := e.agent
	mem := a.members.at(e.member)
	r := a.roles.get(mem.role)

	gone, come := &a.scratch.gone, &a.scratch.come
	gone.copyFrom(before)
	gone.sub(after, &a.kinds)
	come.copyFrom(after)
	come.sub(before, &a.kinds)
	old, fresh := &a.scratch.charge, &a.scratch.fresh
	e.held.sub(gone, &a.kinds)
	a.weigh(old, i, gone)
	a.chargeRoles(mem.role, old, -1)
	a.weigh(fresh, i, come)
	a.chargeRoles(mem.role, fresh, +1)
	e.held.add(come)
	r.frameworks.Update(mem.client, slot, old.framework, fresh.framework)
	a.roleSorter.Update(r.client, slot, old.role, fresh.role)
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
	what := "agent \"" + g.name + "\": available resources"
	list, err := a.readConversions(what, conversions)
	if err != nil {
		return err
	}
	free, total := &a.scratch.bags[0], &a.scratch.bags[1]
	free.copyFrom(&g.free)
	freeOrder, totalOrder := listing(nil), slices.Clone(g.totalOrder)
	if err := a.convert(free, &freeOrder, list, true); err != nil {
		return errorf(err.Code, "%s: %s", what, err.Text)
	}
	total.copyFrom(&g.total)
	if err := a.convert(total, &totalOrder, list, true); err != nil {
		return errorf(err.Code, "%s: the agent's total: %s", what, err.Text)
	}
	if err := a.checkRemoved(what, &g.total, total, nil); err != nil {
		return err
	}
	g.totalOrder = totalOrder
	if !total.equal(&g.total) {
		a.applyTotal(slot, total)
	}
	return nil
}
