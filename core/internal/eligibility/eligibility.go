// Package eligibility owns the rules about who may be offered what, but for quota. They remember nothing: they read
// the state.
package eligibility

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
)

// Rules are the rules for one state.
type Rules struct {
	options    *alloc.Options
	kinds      *resource.Kinds
	roles      *roles.Roles
	frameworks *frameworks.Frameworks
	ledger     *ledger.Ledger
}

// NewRules returns the rules for an allocator's state.
func NewRules(options *alloc.Options, kinds *resource.Kinds, roles *roles.Roles, frameworks *frameworks.Frameworks, ledger *ledger.Ledger) *Rules {
	return &Rules{options, kinds, roles, frameworks, ledger}
}

// Taker is a subscription that is asked, with what decides about an offer to it. It is small enough for the
// processor's registers.
type Taker struct {
	*frameworks.Subscription
	Slot         slots.Subscription
	Capabilities alloc.Capabilities
}

// IsEnough reports whether an offer holds the minimum of a taker.
func (r *Rules) IsEnough(t Taker, offer *resource.Bag) bool {
	return r.frameworks.Allocatable(offer, t.Subscription.Minimum.Rows)
}

// WouldTake applies all rules but quota to a part of an agent's resources: reachable, what the role of a
// subscription may be offered. It returns what the subscription would take, in dst or reachable itself, or nil.
func (r *Rules) WouldTake(dst *resource.Bag, m slots.Subscription, g *agents.Agent, reachable *resource.Bag) *resource.Bag {
	t := r.TakerOf(m)
	if !r.frameworks.Active.Has(m) || g.Exclusions.Has(m) || !r.MayUseGPUs(t.Capabilities, g) || !MayUseRegion(t.Capabilities, g) {
		return nil
	}
	offer := r.StripIncapable(dst, reachable, t.Capabilities)
	if !r.IsEnough(t, offer) || !r.MayTake(t, g, offer) {
		return nil
	}
	return offer
}

// TakerOf returns a subscription as a taker.
func (r *Rules) TakerOf(m slots.Subscription) Taker {
	sub := r.frameworks.Subscriptions.At(m)
	return Taker{sub, m, r.frameworks.At(sub.Framework).Capabilities}
}

// MayTake applies the rules that come after quota (Mesos: isFiltered): the agent's capabilities suit the framework,
// and no filter refuses the offer.
func (r *Rules) MayTake(t Taker, g *agents.Agent, offer *resource.Bag) bool {
	return r.AgentIsCapable(g.Capabilities, t.Role, t.Capabilities) && !g.Filters.Refuses(t.Slot, offer)
}
