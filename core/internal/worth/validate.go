package worth

import (
	"fmt"
	"math/bits"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Validate checks what is remembered between cycles, and returns the first fault. What is
// remembered of an agent is about each active subscription, so it judges each pair of one with an
// agent that has something free and is passed over, if only by some roles.
func (w *Worth) Validate() error {
	var active []slots.Subscription // some of them
	var reachable, capable resource.Bag
	for slot := range w.agents.Alive.All {
		if w.news.Dirty.Has(slot) || !w.agents.Offerable.Has(slot) || !w.agents.Admitted.Has(slot) {
			continue
		}
		g := w.agents.At(slot)
		for i, word := range w.frameworks.Active {
			active = container.AppendWord(active[:0], i, word&^w.news.Fresh.Word(i))
			for _, m := range active {
				sub := w.frameworks.Subscriptions.At(m)
				if w.news.CutDown.Has(slot) && !w.refuses(sub.Role, slot, g.FreeBag()) {
					continue
				}
				if offer := w.rules.WouldTake(&capable, m, g, w.rules.ReservedFor(&reachable, g.FreeBag(), sub.Role)); offer != nil {
					name := w.frameworks.At(sub.Framework).Name
					return fmt.Errorf("agent %q is passed over, but framework %q would take %s", g.Name(), name, w.kinds.Format(offer))
				}
			}
		}
	}
	return w.Fair.Exhausted.validate()
}

// refuses reports whether a role is passed over on an agent that was cut down: by the guarantee
// stage, or though it has room.
func (w *Worth) refuses(id api.RoleID, slot slots.Agent, b *resource.Bag) bool {
	of := w.Cuts.withRoom.refusals.find(id)
	return of != nil && of.agents.Has(slot) || w.Lacking.refused.Has(slot) && w.lacksKnown(id, b)
}

// lacksKnown reports whether a role lacks some of b for its guarantees, and did so when the last
// cycle began.
func (s *state) lacksKnown(id api.RoleID, b *resource.Bag) bool {
	return lackedNames(s.roles.Get(id))&quotaNames(b) != 0 && !awaitsReassessment(s.roles, id)
}

// validate looks for an active role with room for a name that is exhausted for all, though no news
// waits that it has.
func (x *exhaustedLimits) validate() error {
	if x.activations != x.roles.Activations {
		return nil
	}
	var left roles.Limits
	for n, r := range x.roles.All {
		id := api.RoleID(n)
		if r.Active == 0 || awaitsReassessment(x.roles, id) {
			continue
		}
		x.roles.LimitsLeft(&left, id, nil)
		for names := x.ForAll; names != 0; names &= names - 1 {
			if name := quantities.Name(bits.TrailingZeros64(uint64(names))); !left.Finite.Has(name) || left.Amounts.At(name) > 0 {
				return fmt.Errorf("role %q: has room for resource %d, which is exhausted for all", x.roles.PathOf(r), name)
			}
		}
	}
	return nil
}

// awaitsReassessment reports whether the next cycle reassesses the quota of a role or of
// one above.
func awaitsReassessment(t *roles.Roles, id api.RoleID) bool {
	for ; id != api.NoRole; id = t.Get(id).Parent {
		if t.Get(id).QuotaDirty {
			return true
		}
	}
	return false
}
