package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// taker is the subscription whose turn it is, with what decides about an offer to it.
type taker struct {
	*frameworks.Subscription
	slot         slots.Subscription
	capabilities api.Capabilities
	minimum      []quantities.Row
}

// eligible applies the rules that come before quota, in the order of Mesos's cycle:
// offer constraints, the minimum, GPUs, the region. ok is false if one of them keeps the
// subscription from every part of a portion.
func (v *Visit) eligible(m slots.Subscription, reachable Portion) (t taker, ok bool) {
	if v.isUninterested(m) {
		return t, false
	}
	a := v.a
	sub := a.frameworks.Subscriptions.At(m)
	t = taker{sub, m, a.frameworks.At(sub.Framework).Capabilities, a.frameworks.Minimum(sub)}
	if !a.frameworks.Allocatable(reachable.Bag, t.minimum) {
		v.belowMinimum(sub)
		return t, false
	}
	return t, a.MayUseGPUs(t.capabilities, v.Agent) && MayUseRegion(t.capabilities, v.Agent)
}

// mayTake applies the rules that come after quota (isFiltered): the agent is capable of
// the framework, and no filter refuses the offer.
func (v *Visit) mayTake(t *taker, offer *resource.Bag) bool {
	return v.a.AgentIsCapable(v.Agent, t.Role, t.capabilities) && !v.a.frameworks.Filtered(v.Agent, t.slot, offer)
}
