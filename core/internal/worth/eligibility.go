package worth

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Portion is the part of an agent's free resources that may be offered to someone.
type Portion struct {
	*resource.Bag
	IsAllFree bool // the bag is the agent's own: all that is free
}

// Taker is the subscription whose turn it is, with what decides about an offer to it. It is
// small enough for the processor's registers.
type Taker struct {
	*frameworks.Subscription
	Slot         slots.Subscription
	Capabilities api.Capabilities
}

// Eligible applies the rules that come before quota, in the order of Mesos's cycle: the
// minimum, GPUs, the region. Offer constraints came before that. ok is false if one of
// them keeps the subscription from every part of a portion.
func (w *Worth) Eligible(m slots.Subscription, reachable Portion) (t Taker, ok bool) {
	sub := w.frameworks.Subscriptions.At(m)
	t = Taker{sub, m, w.frameworks.At(sub.Framework).Capabilities}
	if !w.IsEnough(t, reachable.Bag) {
		w.BelowMinimum(sub)
		return t, false
	}
	return t, w.MayUseGPUs(t.Capabilities, w.agent) && MayUseRegion(t.Capabilities, w.agent)
}

// IsEnough reports whether an offer holds the minimum of a taker.
func (r *Rules) IsEnough(t Taker, offer *resource.Bag) bool {
	return r.frameworks.Allocatable(offer, r.frameworks.Minimum(t.Subscription))
}

// WouldTake applies all rules but quota to a portion of an agent's resources that the role of a
// subscription may be offered. It returns what the subscription would take, in dst or the
// portion, or nil.
func (r *Rules) WouldTake(dst *resource.Bag, m slots.Subscription, g *agents.Agent, reachable Portion) *resource.Bag {
	sub := r.frameworks.Subscriptions.At(m)
	if !sub.Active || g.IsExcluded(m) {
		return nil
	}
	capabilities := r.frameworks.At(sub.Framework).Capabilities
	if !r.MayUseGPUs(capabilities, g) || !MayUseRegion(capabilities, g) || !r.AgentIsCapable(g.Capabilities, sub.Role, capabilities) {
		return nil
	}
	offer, _ := r.StripIncapable(dst, reachable, capabilities)
	if !r.frameworks.Allocatable(offer.Bag, r.frameworks.Minimum(sub)) || r.frameworks.Filtered(g, m, offer.Bag) {
		return nil
	}
	return offer.Bag
}

// MayTake applies the rules that come after quota (isFiltered): the agent is capable of
// the framework, and no filter refuses the offer.
func (w *Worth) MayTake(t Taker, offer *resource.Bag) bool {
	return w.AgentIsCapable(w.agent.Capabilities, t.Role, t.Capabilities) && !w.frameworks.Filtered(w.agent, t.Slot, offer)
}
