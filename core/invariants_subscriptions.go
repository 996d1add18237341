package core

import "github.com/apportion/apportion/core/internal/resource"

func (a *Allocator) validateSubscriptions() error {
	if a.active.Count() != a.activeSubscriptions {
		return broken(5, "%d subscriptions active, not %d", a.active.Count(), a.activeSubscriptions)
	}
	if err := a.validateSets(); err != nil {
		return err
	}
	registered := 0
	for slot := range uint32(a.frameworks.Len()) {
		f := a.frameworks.At(slot)
		registered += boolInt(f.registered)
		if f.registered && (int(f.place) >= len(a.registered) || a.registered[f.place] != slot) {
			return broken(5, "framework %q: not in the list of those registered", f.name)
		}
		if f.name == "" {
			if f.registered || len(f.subscriptions) > 0 {
				return broken(5, "framework %d: forgotten but registered", slot)
			}
			continue
		}
		if a.frameworkByName[f.name] != slot || !f.registered && f.entries == 0 {
			return broken(5, "framework %q: not found by its name, or unregistered for nothing", f.name)
		}
		for _, m := range f.subscriptions {
			if err := a.validateSubscription(f, slot, m); err != nil {
				return err
			}
		}
	}
	if registered != len(a.registered) {
		return broken(5, "%d frameworks registered, %d listed", registered, len(a.registered))
	}
	return nil
}

// validateSets is about the sets of subscriptions: those whom offer constraints
// exclude from an agent, and those that share a minimum.
func (a *Allocator) validateSets() error {
	excludedFrom := make([]uint32, a.subscriptions.Len())
	pairs := 0
	for slot := range uint32(a.agents.Len()) {
		g := a.agents.At(slot)
		if g.exclusions == nil {
			continue
		}
		excluded := g.exclusions.subscriptions.Append(nil)
		if len(excluded) == 0 || len(excluded) != g.exclusions.count || !g.live {
			return broken(5, "agent %d: %d subscriptions excluded, not %d", slot, len(excluded), g.exclusions.count)
		}
		for _, m := range excluded {
			excludedFrom[m]++
		}
		pairs += len(excluded)
	}
	if pairs != a.excluded {
		return broken(5, "%d pairs of subscription and agent kept apart, not %d", pairs, a.excluded)
	}
	for m, n := range excludedFrom {
		sub := a.subscriptions.At(uint32(m))
		if sub.excludedFrom != n || n > 0 && !sub.subscribed {
			return broken(5, "subscription %d: excluded from %d agents, not %d", m, n, sub.excludedFrom)
		}
	}
	for id, x := range a.minima.list {
		sharing := x.subscriptions.Append(nil)
		if len(sharing) != x.count {
			return broken(5, "minimum %d: %d subscriptions, not %d", id, len(sharing), x.count)
		}
		for _, m := range sharing {
			if sub := a.subscriptions.At(m); !sub.live || sub.minimum != minimumID(id) {
				return broken(5, "minimum %d: subscription %d has another, or is gone", id, m)
			}
		}
	}
	return nil
}

func (a *Allocator) validateSubscription(f *framework, slot frameworkSlot, m subscriptionSlot) error {
	sub := a.subscriptions.At(m)
	holds := sub.entries != none
	switch {
	case !sub.live || sub.framework != slot || !a.minima.list[sub.minimum].subscriptions.Has(m):
		return broken(5, "framework %q: subscription %d is not its own", f.name, m)
	case !sub.subscribed && !holds && a.filters.Count(m) == 0:
		return broken(5, "framework %q: subscription %d has no reason to be", f.name, m)
	case sub.tracked != (f.registered && (sub.subscribed || holds)):
		return broken(5, "framework %q: subscription %d tracked %v", f.name, m, sub.tracked)
	case a.active.Has(m) != sub.active:
		return broken(5, "framework %q: subscription %d is not in the set of active ones", f.name, m)
	case sub.active != (sub.tracked && sub.subscribed && !sub.suppressed && f.active):
		return broken(5, "framework %q: subscription %d active %v", f.name, m, sub.active)
	case sub.lastIn == inOutcome || sub.lastIn == inEntry && a.entries.At(sub.lastOffer).subscription != m:
		return broken(5, "framework %q: the last offer of subscription %d is lost", f.name, m)
	}
	if !sub.tracked {
		return nil
	}
	r := a.roles.get(sub.role)
	if int(sub.place) >= len(r.subscriptions) || r.subscriptions[sub.place] != m || r.byClient[sub.client] != m || r.frameworks.Path(sub.client) != f.name || r.frameworks.Active(sub.client) != sub.active {
		return broken(5, "framework %q: the sorter of role %q does not know it rightly", f.name, r.path)
	}
	return nil
}

// validateRest looks for someone who would take what cycles pass over.
func (a *Allocator) validateRest() error {
	for _, slot := range a.agentsByID {
		if a.dirty.Has(slot) || !a.offerable.Has(slot) || !a.admitted.Has(slot) {
			continue
		}
		g := a.agents.At(slot)
		for _, r := range a.roles.All {
			for _, m := range r.subscriptions {
				if offer := a.wouldTake(m, g); offer != nil {
					name := a.frameworks.At(a.subscriptions.At(m).framework).name
					return broken(8, "agent %q is passed over, but framework %q would take %s", g.name(), name, a.format(offer))
				}
			}
		}
	}
	return nil
}

// wouldTake returns what of an agent's free resources a subscription could be
// offered, quota left aside, or nil.
func (a *Allocator) wouldTake(m subscriptionSlot, g *agent) *resource.Bag {
	sub := a.subscriptions.At(m)
	if !sub.active || g.isExcluded(m) {
		return nil
	}
	capabilities := a.frameworks.At(sub.framework).capabilities
	if !a.mayUseGPUs(capabilities, g) || !mayUseRegion(capabilities, g) || !a.agentIsCapable(g, sub.role, capabilities) {
		return nil
	}
	var reachable, capable resource.Bag
	offer, _ := a.stripIncapable(&capable, a.reservedFor(&reachable, &g.free, sub.role), capabilities)
	if !a.allocatable(offer.Bag, a.minimum(sub)) || a.filtered(g, m, offer.Bag) {
		return nil
	}
	return offer.Bag
}
