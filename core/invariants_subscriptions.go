package core

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frameworks"
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
	case !a.ledger.HasLastOffer(m):
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
