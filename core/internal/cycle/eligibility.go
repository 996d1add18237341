package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// taker is a subscription whose turn it is, and what decides about an offer to it.
type taker struct {
	*frameworks.Subscription
	slot         slots.Subscription
	capabilities api.Capabilities
	minimum      []quantities.Row
}

// eligible returns the subscription if it may be offered any of a portion, as
// far as that is decided before quota: offer constraints, its minimum, GPUs and
// the region, in the order in which Mesos's cycle asks.
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

// mayTake reports whether an offer may be made that is as quota left it: the
// agent is capable of the framework, which has not refused the offer
// (isFiltered).
func (v *Visit) mayTake(t *taker, offer *resource.Bag) bool {
	return v.a.AgentIsCapable(v.Agent, t.Role, t.capabilities) && !v.a.frameworks.Filtered(v.Agent, t.slot, offer)
}
