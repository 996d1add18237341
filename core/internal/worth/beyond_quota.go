package worth

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Quota does not count what is reserved or revocable. Where it leaves nothing of the rest to
// anybody, only these may want an agent:
//
//   - the roles for which something is reserved there, and those below them;
//   - if something is revocable and not reserved, frameworks that may have such resources.

// takersBeyondQuota is these, of one agent after the other.
type takersBeyondQuota struct {
	*Rules
	found     bool                 // revocable is that of this cycle
	revocable []slots.Subscription // the active ones of frameworks that may have revocable resources
	takers    []slots.Subscription // of the agent, some of them twice
	theirs    container.BitSet     // the roles of takers
	most      int                  // roles and subscriptions that are gone through
}

// fewTakers is how many roles and subscriptions are gone through in any case.
const fewTakers = 4

// find finds the active subscriptions that may have something of b that quota does not count. It
// returns false if they are many.
func (t *takersBeyondQuota) find(b *resource.Bag) bool {
	for _, m := range t.takers {
		t.theirs.Clear(uint32(t.frameworks.Subscriptions.At(m).Role))
	}
	t.takers, t.most = t.takers[:0], max(fewTakers, t.frameworks.ActiveCount/fewShare)
	for _, n := range b.Counts {
		if !t.addTakersOf(n.Flags(), t.kinds.RoleOf(n)) {
			return false
		}
	}
	for _, x := range b.Intervals {
		if k := t.kinds.Get(uint32(x.Kind)); !t.addTakersOf(k.Flags, k.Role) {
			return false
		}
	}
	for _, m := range t.takers {
		t.theirs.Set(uint32(t.frameworks.Subscriptions.At(m).Role))
	}
	return true
}

// leaveOutOthers makes those that were found the audience, and reports whether there are any.
func (t *takersBeyondQuota) leaveOutOthers(a *audience) bool {
	kept := t.takers[:0]
	for _, m := range t.takers {
		if a.has(m) {
			kept = append(kept, m)
		}
	}
	a.askFew()
	for _, m := range kept {
		a.add(m)
	}
	return len(a.few) > 0
}

// addTakersOf adds those that may have a kind of resource.
func (t *takersBeyondQuota) addTakersOf(flags resource.Flags, owner uint32) bool {
	switch {
	case flags&resource.Reserved != 0:
		return t.addTakersIn(api.RoleID(owner))
	case flags&resource.Revocable != 0:
		t.takers = append(t.takers, t.ofRevocable()...)
	}
	return len(t.takers) <= t.most
}

// addTakersIn adds the active subscriptions in a role and in those below it.
func (t *takersBeyondQuota) addTakersIn(id api.RoleID) bool {
	if !t.addTakersOfRole(id) {
		return false
	}
	gone := 0
	for below := range t.roles.Below(id) {
		if gone++; gone > t.most || !t.addTakersOfRole(below) {
			return false
		}
	}
	return true
}

func (t *takersBeyondQuota) addTakersOfRole(id api.RoleID) bool {
	r := t.roles.Get(id)
	if len(r.Subscriptions) > t.most {
		return r.Active == 0
	}
	for _, m := range r.Subscriptions {
		if t.frameworks.Active.Has(m) {
			t.takers = append(t.takers, m)
		}
	}
	return len(t.takers) <= t.most
}

// ofRevocable returns revocable. It finds them once a cycle.
func (t *takersBeyondQuota) ofRevocable() []slots.Subscription {
	if !t.found {
		t.found = true
		t.revocable = slices.DeleteFunc(t.frameworks.Active.Append(t.revocable[:0]), func(m slots.Subscription) bool {
			framework := t.frameworks.At(t.frameworks.Subscriptions.At(m).Framework)
			return framework.Capabilities&api.RevocableResources == 0
		})
	}
	return t.revocable
}
