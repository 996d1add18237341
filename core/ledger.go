package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
)

// entry is what one framework holds, offered or allocated, on one agent for
// one role.
//
// Invariants:
//  1. resources is not empty;
//  2. they are counted in the sorters and the role tree if and only if the
//     framework is registered (Mesos counts the resources of a framework that
//     has not been added yet on the agent alone, see addSlave).
type entry struct {
	agent        agentSlot
	subscription subscriptionSlot
	resources    resource.Bag

	nextOfSubscription entrySlot
	prevOfSubscription entrySlot
}

// entryRef is an entry on its agent's list. The subscription stands here, too: an
// agent may run tasks of many frameworks, and to find the one of them should
// not touch all their entries.
type entryRef struct {
	subscription subscriptionSlot
	entry        entrySlot
}

// findEntry returns the entry of a subscription on an agent, or none.
func (g *agent) findEntry(m subscriptionSlot) entrySlot {
	for _, r := range g.entries {
		if r.subscription == m {
			return r.entry
		}
	}
	return none
}

// entryFor returns the ledger entry of a framework's role on an agent, or none.
func (a *Allocator) entryFor(g *agent, f frameworkSlot, r RoleID) entrySlot {
	m := a.findSubscription(f, r)
	if m == none {
		return none
	}
	return g.findEntry(m)
}

// openEntry returns the entry of a subscription on an agent, creating an empty one
// if there is none.
func (a *Allocator) openEntry(slot agentSlot, m subscriptionSlot) entrySlot {
	g := a.agents.At(slot)
	if i := g.findEntry(m); i != none {
		return i
	}
	i := a.entries.Take()
	e := a.entries.At(i)
	sub := a.subscriptions.At(m)
	// What an entry held is reset when it is closed.
	e.agent, e.subscription = slot, m
	e.nextOfSubscription, e.prevOfSubscription = sub.entries, none
	if sub.entries != none {
		a.entries.At(sub.entries).prevOfSubscription = i
	}
	sub.entries = i
	g.entries = append(g.entries, entryRef{m, i})
	a.frameworks.At(sub.framework).entries++
	return i
}

// closeEntry drops an entry whose bag has become empty.
func (a *Allocator) closeEntry(i entrySlot) {
	e := a.entries.At(i)
	g := a.agents.At(e.agent)
	at := slices.Index(g.entries, entryRef{e.subscription, i})
	last := len(g.entries) - 1
	g.entries[at] = g.entries[last]
	g.entries = g.entries[:last]
	sub := a.subscriptions.At(e.subscription)
	if e.prevOfSubscription == none {
		sub.entries = e.nextOfSubscription
	} else {
		a.entries.At(e.prevOfSubscription).nextOfSubscription = e.nextOfSubscription
	}
	if e.nextOfSubscription != none {
		a.entries.At(e.nextOfSubscription).prevOfSubscription = e.prevOfSubscription
	}
	a.frameworks.At(sub.framework).entries--
	e.resources.Reset()
	a.entries.Give(i)
}

// allocate adds b, which is free, to an entry on behalf of a framework
// that is registered: the ledger, the role tree and the agent learn of it now,
// the sorters when the caller passes the usage to countPick.
func (a *Allocator) allocate(i entrySlot, b *resource.Bag, d *usageDelta) {
	e := a.entries.At(i)
	a.usageOf(d, i, b)
	a.addUsageToRoles(a.subscriptions.At(e.subscription).role, d, +1)
	e.resources.Add(b)
	a.takeFree(e.agent, b)
}

// allocateAllFree is allocate for all that is free on the entry's agent. It
// returns what was free; an entry that was empty simply takes it over.
func (a *Allocator) allocateAllFree(i entrySlot, d *usageDelta) *resource.Bag {
	e := a.entries.At(i)
	g := a.agents.At(e.agent)
	if !e.resources.Empty() || g.free.Flags&(resource.Shared|resource.Revocable) != 0 {
		whole := &a.scratch.used
		whole.CopyFrom(&g.free)
		a.allocate(i, whole, d)
		return whole
	}
	a.usageOf(d, i, &g.free)
	a.addUsageToRoles(a.subscriptions.At(e.subscription).role, d, +1)
	e.resources, g.free = g.free, e.resources
	a.freeChanged(e.agent, g)
	return &e.resources
}

// release takes b, which the entry contains, out of it, and closes the entry
// when nothing is left.
func (a *Allocator) release(i entrySlot, b *resource.Bag) {
	a.keepLastOffer(i)
	e := a.entries.At(i)
	g := a.agents.At(e.agent)
	a.lingeringChanged(e.agent, g)
	if g.free.Empty() && !g.overdrawn && b.Flags&(resource.Shared|resource.Revocable) == 0 && e.resources.Equal(b) {
		g.free, e.resources = e.resources, g.free
		a.removeUsage(i, b)
		a.freeChanged(e.agent, g)
		a.closeEntry(i)
		return
	}
	slot := e.agent
	e.resources.Sub(b, &a.kinds.Kinds)
	a.removeUsage(i, b)
	empty := e.resources.Empty()
	if empty {
		a.closeEntry(i)
	}
	a.giveFree(slot, b)
}

// removeUsage takes b, which is out of the entry already, out of the sorters
// and the role tree, if the framework is known.
func (a *Allocator) removeUsage(i entrySlot, b *resource.Bag) {
	e := a.entries.At(i)
	m := a.subscriptions.At(e.subscription)
	if !a.frameworks.At(m.framework).registered {
		a.countUnregistered(b, -1)
		return
	}
	d := &a.scratch.before
	a.usageOf(d, i, b)
	a.addUsageToRoles(m.role, d, -1)
	r := a.roles.get(m.role)
	r.frameworks.Unallocated(m.client, e.agent, d.framework)
	a.roleSorter.Unallocated(r.client, e.agent, d.role())
}
