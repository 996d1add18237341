package core

import "slices"

// entry is what one framework holds, offered or allocated, on one agent for
// one role.
//
// Invariants:
//  1. held is not empty;
//  2. held is counted in the sorters and the role tree if and only if the
//     framework is known (Mesos counts the resources of a framework that has
//     not been added yet on the agent alone, see addSlave).
type entry struct {
	agent  agentSlot
	member memberSlot
	held   bag

	nextOfMember entrySlot
	prevOfMember entrySlot
}

// allocated is what tasks of one role use on one agent; Mesos does not tell
// by which framework.
type allocated struct {
	role RoleID
	held bag
}

// entryRef is an entry on its agent's list. The member stands here, too: an
// agent may run tasks of many frameworks, and to find the one of them should
// not touch all their entries.
type entryRef struct {
	member memberSlot
	entry  entrySlot
}

// findEntry returns the entry of a member on an agent, or none.
func (g *agent) findEntry(m memberSlot) entrySlot {
	for _, r := range g.entries {
		if r.member == m {
			return r.entry
		}
	}
	return none
}

// openEntry returns the entry of a member on an agent, creating an empty one
// if there is none.
func (a *Allocator) openEntry(slot agentSlot, m memberSlot) entrySlot {
	g := a.agents.at(slot)
	if i := g.findEntry(m); i != none {
		return i
	}
	i := a.entries.take()
	e := a.entries.at(i)
	mem := a.members.at(m)
	// What an entry held is reset when it is closed.
	e.agent, e.member = slot, m
	e.nextOfMember, e.prevOfMember = mem.entries, none
	if mem.entries != none {
		a.entries.at(mem.entries).prevOfMember = i
	}
	mem.entries = i
	g.entries = append(g.entries, entryRef{m, i})
	a.frameworks.at(mem.framework).entries++
	return i
}

// closeEntry drops an entry whose bag has become empty.
func (a *Allocator) closeEntry(i entrySlot) {
	e := a.entries.at(i)
	g := a.agents.at(e.agent)
	at := slices.Index(g.entries, entryRef{e.member, i})
	last := len(g.entries) - 1
	g.entries[at] = g.entries[last]
	g.entries = g.entries[:last]
	mem := a.members.at(e.member)
	if e.prevOfMember == none {
		mem.entries = e.nextOfMember
	} else {
		a.entries.at(e.prevOfMember).nextOfMember = e.nextOfMember
	}
	if e.nextOfMember != none {
		a.entries.at(e.nextOfMember).prevOfMember = e.prevOfMember
	}
	a.frameworks.at(mem.framework).entries--
	e.held.reset()
	a.entries.give(i)
}

// hold adds b, which is free, to an entry on behalf of a framework that is
// known: the ledger, the role tree and the agent learn of it now, the sorters
// when the caller passes the charge to pick.
func (a *Allocator) hold(i entrySlot, b *bag, c *charge) {
	e := a.entries.at(i)
	a.weigh(c, i, b)
	a.chargeRoles(a.members.at(e.member).role, c, +1)
	e.held.add(b)
	a.takeFree(e.agent, b)
}

// holdAll is hold for all that is free on the entry's agent. It returns what
// was free; an entry that was empty simply takes it over.
func (a *Allocator) holdAll(i entrySlot, c *charge) *bag {
	e := a.entries.at(i)
	g := a.agents.at(e.agent)
	if !e.held.empty() || g.free.flags&(kindShared|kindRevocable) != 0 {
		whole := &a.scratch.used
		whole.copyFrom(&g.free)
		a.hold(i, whole, c)
		return whole
	}
	a.weigh(c, i, &g.free)
	a.chargeRoles(a.members.at(e.member).role, c, +1)
	e.held, g.free = g.free, e.held
	a.freeChanged(e.agent, g)
	return &e.held
}

// pick tells the sorters of a charge that hold computed, and counts a pick,
// as Sorter::allocated does.
func (a *Allocator) pick(m memberSlot, slot agentSlot, c *charge) {
	mem := a.members.at(m)
	r := a.roles.get(mem.role)
	r.frameworks.Allocated(mem.client, slot, c.framework)
	a.roleSorter.Allocated(r.client, slot, c.role())
}

// release takes b, which the entry contains, out of it, and closes the entry
// when nothing is left.
func (a *Allocator) release(i entrySlot, b *bag) {
	e := a.entries.at(i)
	g := a.agents.at(e.agent)
	if g.free.empty() && !g.overdrawn && b.flags&(kindShared|kindRevocable) == 0 && e.held.equal(b) {
		g.free, e.held = e.held, g.free
		a.uncharge(i, b)
		a.freeChanged(e.agent, g)
		a.closeEntry(i)
		return
	}
	slot := e.agent
	e.held.sub(b, &a.kinds)
	a.uncharge(i, b)
	empty := e.held.empty()
	if empty {
		a.closeEntry(i)
	}
	a.giveFree(slot, b)
}

// uncharge takes b, which is out of the entry already, out of the sorters
// and the role tree, if the framework is known.
func (a *Allocator) uncharge(i entrySlot, b *bag) {
	e := a.entries.at(i)
	m := a.members.at(e.member)
	if !a.frameworks.at(m.framework).known {
		a.unshadow(b)
		return
	}
	c := &a.scratch.charge
	a.weigh(c, i, b)
	a.chargeRoles(m.role, c, -1)
	r := a.roles.get(m.role)
	r.frameworks.Unallocated(m.client, e.agent, c.framework)
	a.roleSorter.Unallocated(r.client, e.agent, c.role())
}
