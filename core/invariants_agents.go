package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
)

func (a *Allocator) validateAgents() error {
	live := 0
	for slot := range uint32(a.agents.Len()) {
		g := a.agents.At(slot)
		if g.live != a.live.Has(slot) {
			return broken(2, "agent %d: live %v", slot, g.live)
		}
		if !g.live {
			if a.candidates.Has(slot) || a.admitted.Has(slot) || a.offerable.Has(slot) || a.maintained.Has(slot) {
				return broken(2, "agent %d: removed, but in a set of agents", slot)
			}
			continue
		}
		live++
		if err := a.validateAgent(g, slot); err != nil {
			return err
		}
	}
	if live != a.agents.Live() || live != a.agentByName.Len() || live != len(a.agentsByID) {
		return broken(2, "%d agents live, %d taken, %d named, %d listed", live, a.agents.Live(), a.agentByName.Len(), len(a.agentsByID))
	}
	return nil
}

func (a *Allocator) validateAgent(g *agent, slot agentSlot) error {
	if found, ok := a.agentByName.Find(g.name()); !ok || found != slot {
		return broken(2, "agent %q: not found by its name", g.name())
	}
	if a.admitted.Has(slot) != (g.activated && a.whitelisted(g)) || a.offerable.Has(slot) == g.free.Empty() || a.maintained.Has(slot) != (g.maintenance != nil) {
		return broken(2, "agent %q: a set of agents does not agree with it", g.name())
	}
	if m := g.maintenance; m != nil && slices.ContainsFunc(m.filters, func(x inverseFilter) bool { return !a.frameworks.At(x.framework).inverseFilters }) {
		return broken(2, "agent %q: has filters for inverse offers of a framework that has none", g.name())
	}
	var used, free resource.Bag
	for _, ref := range g.entries {
		used.Add(&a.entries.At(ref.entry).resources)
	}
	free.SetFree(g.total, &used, &a.kinds.Kinds)
	if !free.Equal(&g.free) {
		return broken(2, "agent %q: free is %s instead of %s", g.name(), a.format(&g.free), a.format(&free))
	}
	if g.overdrawn != !g.total.Covers(&used, &a.kinds.Kinds) {
		return broken(2, "agent %q: overdrawn %v, total %s, used %s", g.name(), g.overdrawn, a.format(g.total), a.format(&used))
	}
	for _, b := range []*resource.Bag{g.total, &g.free} {
		if err := a.validateBag("agent "+g.name(), b); err != nil {
			return err
		}
	}
	for i := range g.inUse {
		w := &g.inUse[i]
		if err := a.validateBag("allocated on agent "+g.name(), &w.resources); err != nil {
			return err
		}
		if w.told.Empty() || g.inUseOf(w.role) != w {
			return broken(9, "agent %q: allocated to role %d is empty or there twice", g.name(), w.role)
		}
		if err := a.validateInUse(g, w); err != nil {
			return err
		}
	}
	return nil
}

// validateInUse holds what tasks of a role use to what the role's frameworks hold.
func (a *Allocator) validateInUse(g *agent, w *inUse) error {
	if err := a.validateBag("told of agent "+g.name(), &w.told); err != nil {
		return err
	}
	var held resource.Bag
	a.heldByRole(&held, g, w.role)
	if !held.Contains(&w.resources) || !w.told.Contains(&w.resources) {
		return broken(9, "agent %q: role %q uses %s, but holds %s, and %s was told", g.name(), a.roles.get(w.role).path, a.format(&w.resources), a.format(&held), a.format(&w.told))
	}
	return nil
}

func (a *Allocator) validateLedger() error {
	onAgents := 0
	for slot := range uint32(a.agents.Len()) {
		g := a.agents.At(slot)
		if !g.live {
			continue
		}
		for _, ref := range g.entries {
			e := a.entries.At(ref.entry)
			onAgents++
			if e.agent != slot || e.resources.Empty() || !a.subscriptions.At(e.subscription).live || g.findEntry(e.subscription) != ref.entry {
				return broken(3, "agent %q: entry %d of subscription %d", g.name(), ref.entry, e.subscription)
			}
			if err := a.validateBag("held on agent "+g.name(), &e.resources); err != nil {
				return err
			}
		}
	}
	ofSubscriptions := 0
	for slot := range uint32(a.frameworks.Len()) {
		entries := 0
		for _, m := range a.frameworks.At(slot).subscriptions {
			before := none
			for i := a.subscriptions.At(m).entries; i != none; i = a.entries.At(i).nextOfSubscription {
				e := a.entries.At(i)
				entries++
				if e.subscription != m || e.prevOfSubscription != before {
					return broken(3, "subscription %d: entry %d", m, i)
				}
				before = i
			}
		}
		if entries != a.frameworks.At(slot).entries {
			return broken(3, "framework %q: %d entries instead of %d", a.frameworks.At(slot).name, a.frameworks.At(slot).entries, entries)
		}
		ofSubscriptions += entries
	}
	if onAgents != ofSubscriptions || onAgents != a.entries.Live() {
		return broken(3, "%d entries on agents, %d of subscriptions, %d taken", onAgents, ofSubscriptions, a.entries.Live())
	}
	return nil
}
