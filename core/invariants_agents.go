package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

func (a *Allocator) validateAgents() error {
	live := 0
	for slot := range uint32(a.agents.Len()) {
		g := a.agents.At(slot)
		if g.Live != a.agents.Alive.Has(slot) {
			return broken(2, "agent %d: live %v", slot, g.Live)
		}
		if !g.Live {
			if a.news.Candidates.Has(slot) || a.agents.Admitted.Has(slot) || a.agents.Offerable.Has(slot) || a.agents.Maintained.Has(slot) {
				return broken(2, "agent %d: removed, but in a set of agents", slot)
			}
			continue
		}
		live++
		if err := a.validateAgent(g, slot); err != nil {
			return err
		}
	}
	if live != a.agents.Live() || live != a.agents.ByName.Len() || live != len(a.agents.ByID) {
		return broken(2, "%d agents live, %d taken, %d named, %d listed", live, a.agents.Live(), a.agents.ByName.Len(), len(a.agents.ByID))
	}
	return nil
}

func (a *Allocator) validateAgent(g *agents.Agent, slot slots.Agent) error {
	if found, ok := a.agents.ByName.Find(g.Name()); !ok || found != slot {
		return broken(2, "agent %q: not found by its name", g.Name())
	}
	if a.agents.Admitted.Has(slot) != (g.Activated && a.agents.Whitelisted(g)) || a.agents.Offerable.Has(slot) == g.Free.Empty() || a.agents.Maintained.Has(slot) != (g.Maintenance != nil) {
		return broken(2, "agent %q: a set of agents does not agree with it", g.Name())
	}
	if m := g.Maintenance; m != nil && slices.ContainsFunc(m.Filters, func(x agents.InverseFilter) bool { return !a.frameworks.At(x.Framework).InverseFilters }) {
		return broken(2, "agent %q: has filters for inverse offers of a framework that has none", g.Name())
	}
	var used, free resource.Bag
	for _, ref := range g.Entries {
		used.Add(&a.ledger.Entries.At(ref.Entry).Resources)
	}
	free.SetFree(g.Total, &used, &a.kinds.Kinds)
	if !free.Equal(&g.Free) {
		return broken(2, "agent %q: free is %s instead of %s", g.Name(), a.kinds.Format(&g.Free), a.kinds.Format(&free))
	}
	if g.Overdrawn != !g.Total.Covers(&used, &a.kinds.Kinds) {
		return broken(2, "agent %q: overdrawn %v, total %s, used %s", g.Name(), g.Overdrawn, a.kinds.Format(g.Total), a.kinds.Format(&used))
	}
	for _, b := range []*resource.Bag{g.Total, &g.Free} {
		if err := a.validateBag("agent "+g.Name(), b); err != nil {
			return err
		}
	}
	for i := range g.InUse {
		w := &g.InUse[i]
		if err := a.validateBag("allocated on agent "+g.Name(), &w.Resources); err != nil {
			return err
		}
		if w.Told.Empty() || g.InUseOf(w.Role) != w {
			return broken(9, "agent %q: allocated to role %d is empty or there twice", g.Name(), w.Role)
		}
		if err := a.validateBag("told of agent "+g.Name(), &w.Told); err != nil {
			return err
		}
		if err := ledger.CheckInUse(a.ledger, g, *w); err != nil {
			return err
		}
	}
	return nil
}

func (a *Allocator) validateLedger() error {
	onAgents := 0
	for slot := range uint32(a.agents.Len()) {
		g := a.agents.At(slot)
		if !g.Live {
			continue
		}
		for _, ref := range g.Entries {
			e := a.ledger.Entries.At(ref.Entry)
			onAgents++
			if e.Agent != slot || e.Resources.Empty() || !a.frameworks.Subscriptions.At(e.Subscription).Live || g.FindEntry(e.Subscription) != ref.Entry {
				return broken(3, "agent %q: entry %d of subscription %d", g.Name(), ref.Entry, e.Subscription)
			}
			if err := a.validateBag("held on agent "+g.Name(), &e.Resources); err != nil {
				return err
			}
		}
	}
	ofSubscriptions := 0
	for slot := range uint32(a.frameworks.Len()) {
		entries := 0
		for _, m := range a.frameworks.At(slot).Subscriptions {
			before := slots.None
			for i := a.frameworks.Subscriptions.At(m).Entries; i != slots.None; i = a.ledger.Entries.At(i).NextOfSubscription {
				e := a.ledger.Entries.At(i)
				entries++
				if e.Subscription != m || e.PrevOfSubscription != before {
					return broken(3, "subscription %d: entry %d", m, i)
				}
				before = i
			}
		}
		if entries != a.frameworks.At(slot).Entries {
			return broken(3, "framework %q: %d entries instead of %d", a.frameworks.At(slot).Name, a.frameworks.At(slot).Entries, entries)
		}
		ofSubscriptions += entries
	}
	if onAgents != ofSubscriptions || onAgents != a.ledger.Entries.Live() {
		return broken(3, "%d entries on agents, %d of subscriptions, %d taken", onAgents, ofSubscriptions, a.ledger.Entries.Live())
	}
	return nil
}
