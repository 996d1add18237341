package core

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

func (a *Allocator) validateSubscriptions() error {
	if a.frameworks.Active.Count() != a.frameworks.ActiveCount {
		return broken(5, "%d subscriptions active, not %d", a.frameworks.Active.Count(), a.frameworks.ActiveCount)
	}
	if err := a.validateSets(); err != nil {
		return err
	}
	registered := 0
	for slot := range uint32(a.frameworks.Len()) {
		f := a.frameworks.At(slot)
		registered += assert.BoolInt(f.Registered)
		if f.Registered && (int(f.Place) >= len(a.frameworks.Registered) || a.frameworks.Registered[f.Place] != slot) {
			return broken(5, "framework %q: not in the list of those registered", f.Name)
		}
		if f.Name == "" {
			if f.Registered || len(f.Subscriptions) > 0 {
				return broken(5, "framework %d: forgotten but registered", slot)
			}
			continue
		}
		if a.frameworks.ByName[f.Name] != slot || !f.Registered && f.Entries == 0 {
			return broken(5, "framework %q: not found by its name, or unregistered for nothing", f.Name)
		}
		for _, m := range f.Subscriptions {
			if err := a.validateSubscription(f, slot, m); err != nil {
				return err
			}
		}
	}
	if registered != len(a.frameworks.Registered) {
		return broken(5, "%d frameworks registered, %d listed", registered, len(a.frameworks.Registered))
	}
	return nil
}

// validateSets is about the sets of subscriptions: those whom offer constraints
// exclude from an agent, and those that share a minimum.
func (a *Allocator) validateSets() error {
	excludedFrom := make([]uint32, a.frameworks.Subscriptions.Len())
	pairs := 0
	for slot := range uint32(a.agents.Len()) {
		g := a.agents.At(slot)
		if g.Exclusions == nil {
			continue
		}
		excluded := g.Exclusions.Subscriptions.Append(nil)
		if len(excluded) == 0 || len(excluded) != g.Exclusions.Count || !g.Live {
			return broken(5, "agent %d: %d subscriptions excluded, not %d", slot, len(excluded), g.Exclusions.Count)
		}
		for _, m := range excluded {
			excludedFrom[m]++
		}
		pairs += len(excluded)
	}
	if pairs != a.frameworks.Excluded {
		return broken(5, "%d pairs of subscription and agent kept apart, not %d", pairs, a.frameworks.Excluded)
	}
	for m, n := range excludedFrom {
		sub := a.frameworks.Subscriptions.At(uint32(m))
		if sub.ExcludedFrom != n || n > 0 && !sub.Subscribed {
			return broken(5, "subscription %d: excluded from %d agents, not %d", m, n, sub.ExcludedFrom)
		}
	}
	for id, x := range a.frameworks.Minima.List {
		sharing := x.Subscriptions.Append(nil)
		if len(sharing) != x.Count {
			return broken(5, "minimum %d: %d subscriptions, not %d", id, len(sharing), x.Count)
		}
		for _, m := range sharing {
			if sub := a.frameworks.Subscriptions.At(m); !sub.Live || sub.Minimum != frameworks.MinimumID(id) {
				return broken(5, "minimum %d: subscription %d has another, or is gone", id, m)
			}
		}
	}
	return nil
}

func (a *Allocator) validateSubscription(f *frameworks.Framework, slot slots.Framework, m slots.Subscription) error {
	sub := a.frameworks.Subscriptions.At(m)
	holds := sub.Entries != slots.None
	switch {
	case !sub.Live || sub.Framework != slot || !a.frameworks.Minima.List[sub.Minimum].Subscriptions.Has(m):
		return broken(5, "framework %q: subscription %d is not its own", f.Name, m)
	case !sub.Subscribed && !holds && a.frameworks.Filters.Count(m) == 0:
		return broken(5, "framework %q: subscription %d has no reason to be", f.Name, m)
	case sub.Tracked != (f.Registered && (sub.Subscribed || holds)):
		return broken(5, "framework %q: subscription %d tracked %v", f.Name, m, sub.Tracked)
	case a.frameworks.Active.Has(m) != sub.Active:
		return broken(5, "framework %q: subscription %d is not in the set of active ones", f.Name, m)
	case sub.Active != (sub.Tracked && sub.Subscribed && !sub.Suppressed && f.Active):
		return broken(5, "framework %q: subscription %d active %v", f.Name, m, sub.Active)
	case sub.LastIn == frameworks.InOutcome || sub.LastIn == frameworks.InEntry && a.ledger.Entries.At(sub.LastOffer).Subscription != m:
		return broken(5, "framework %q: the last offer of subscription %d is lost", f.Name, m)
	}
	if !sub.Tracked {
		return nil
	}
	r := a.roles.Get(sub.Role)
	if int(sub.Place) >= len(r.Subscriptions) || r.Subscriptions[sub.Place] != m || r.ByClient[sub.Client] != m || r.Frameworks.Path(sub.Client) != f.Name || r.Frameworks.Active(sub.Client) != sub.Active {
		return broken(5, "framework %q: the sorter of role %q does not know it rightly", f.Name, r.Path)
	}
	return nil
}

// validateRest looks for a subscription that would take an agent that cycles pass over.
func (a *Allocator) validateRest() error {
	for _, slot := range a.agents.ByID {
		if a.news.Dirty.Has(slot) || !a.agents.Offerable.Has(slot) || !a.agents.Admitted.Has(slot) {
			continue
		}
		g := a.agents.At(slot)
		for _, r := range a.roles.All {
			for _, m := range r.Subscriptions {
				if offer := a.wouldTake(m, g); offer != nil {
					name := a.frameworks.At(a.frameworks.Subscriptions.At(m).Framework).Name
					return broken(8, "agent %q is passed over, but framework %q would take %s", g.Name(), name, a.kinds.Format(offer))
				}
			}
		}
	}
	return nil
}

// wouldTake returns what of an agent's free resources a subscription could be
// offered, quota left aside, or nil.
func (a *Allocator) wouldTake(m slots.Subscription, g *agents.Agent) *resource.Bag {
	sub := a.frameworks.Subscriptions.At(m)
	if !sub.Active || g.IsExcluded(m) {
		return nil
	}
	capabilities := a.frameworks.At(sub.Framework).Capabilities
	if !a.cluster.MayUseGPUs(capabilities, g) || !cycle.MayUseRegion(capabilities, g) || !a.cluster.AgentIsCapable(g, sub.Role, capabilities) {
		return nil
	}
	var reachable, capable resource.Bag
	offer, _ := a.cluster.StripIncapable(&capable, a.cluster.ReservedFor(&reachable, &g.Free, sub.Role), capabilities)
	if !a.frameworks.Allocatable(offer.Bag, a.frameworks.Minimum(sub)) || a.frameworks.Filtered(g, m, offer.Bag) {
		return nil
	}
	return offer.Bag
}
