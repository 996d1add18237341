package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// taker is a subscription whose turn it is, and what decides about an offer to it.
type taker struct {
	*subscription
	slot         subscriptionSlot
	capabilities Capabilities
	minimum      []quantities.Row
}

// eligible returns the subscription if it may be offered any of a portion, as
// far as that is decided before quota: offer constraints, its minimum, GPUs and
// the region, in the order in which Mesos's cycle asks.
func (v *visit) eligible(m subscriptionSlot, reachable portion) (t taker, ok bool) {
	if v.isUninterested(m) {
		return t, false
	}
	a := v.a
	sub := a.subscriptions.At(m)
	t = taker{sub, m, a.frameworks.At(sub.framework).capabilities, a.minimum(sub)}
	if !a.allocatable(reachable.Bag, t.minimum) {
		v.belowMinimum(sub)
		return t, false
	}
	return t, a.mayUseGPUs(t.capabilities, v.agent) && mayUseRegion(t.capabilities, v.agent)
}

// mayTake reports whether an offer may be made that is as quota left it: the
// agent is capable of the framework, which has not refused the offer
// (isFiltered).
func (v *visit) mayTake(t *taker, offer *resource.Bag) bool {
	return v.a.agentIsCapable(v.agent, t.role, t.capabilities) && !v.a.filtered(v.agent, t.slot, offer)
}
