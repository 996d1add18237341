package accounts

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/fuzz/sequence"
)

// IsFaithful reports whether a Mesos may make a call that is accepted, and means by it what the allocator does. Only
// faithful histories ask: when they make up some of these calls, and when a failure is reduced, of each call that is left.
func (b *Accounts) IsFaithful(c *sequence.Call) bool {
	switch c.Verb {
	case calls.OpRemoveFramework: // its master gives back what tasks use first, or aborts later
		f := b.Framework(c.Framework)
		return f == nil || !slices.ContainsFunc(f.Holdings, func(i uint32) bool { return !b.Holdings[i].Allocated.Empty() })
	case calls.OpRemoveAgent: // it aborts when an agent goes that frameworks use which are not there
		a := b.Agent(c.Agent)
		return a == nil || !slices.ContainsFunc(a.Holdings, func(i uint32) bool { return b.Framework(b.Holdings[i].Framework) == nil })
	case calls.OpUpdateAllocation: // it never forgets a framework in a role whose rest is removed
		f := b.Framework(c.Framework)
		return f == nil || f.In(c.Role) != nil
	case calls.OpReviveOffers, calls.OpUpdateFramework:
		return !b.takesForActivation(c)
	}
	return true
}

// TellUsed has the call that adds a framework tell what it uses already: its host knows what the agents brought along.
func (b *Accounts) TellUsed(c *sequence.Call) {
	c.Used = nil
	if int(c.Framework) >= len(b.Frameworks) {
		return
	}
	for _, i := range b.Frameworks[c.Framework].Holdings {
		h := &b.Holdings[i]
		b.rest.Copy(h.Offered)
		b.rest.AddBag(b.Cast.Kinds, h.Allocated)
		c.Used = append(c.Used, sequence.Usage{Holder: h.Agent, Role: h.Role, Resources: b.rest.Resources(nil)})
	}
	slices.SortStableFunc(c.Used, func(x, y sequence.Usage) int { return cmp.Compare(x.Holder, y.Holder) })
}

// takesForActivation reports whether Mesos takes a call for the activation of a framework that is not active: it is
// asked for offers in a role in which it had none.
func (b *Accounts) takesForActivation(c *sequence.Call) bool {
	f := b.Framework(c.Framework)
	if f == nil || f.Active {
		return false
	}
	return c.Verb == calls.OpReviveOffers || slices.ContainsFunc(c.FrameworkInfo.Subscriptions, func(s sequence.Subscription) bool {
		before := f.In(s.Role)
		return !s.Suppressed && (before == nil || before.Suppressed)
	})
}
