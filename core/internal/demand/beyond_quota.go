package demand

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// Quota does not count what is reserved or revocable. Where it leaves nothing of the rest to
// anybody, or no rest is free, only these may want an agent:
//
//   - the roles for which something is reserved there, and those below them;
//   - if something is revocable and not reserved, frameworks that may have such resources.

// takersBeyondQuota are these, of one agent after the other.
type takersBeyondQuota struct {
	*state
	most      int                  // roles and subscriptions that are gone through for an agent
	found     bool                 // revocable is that of this cycle
	revocable []slots.Subscription // active ones that may have revocable resources, up to most + 1

	list   []slots.Subscription            // those of the agent, some of them twice
	roles  container.BitSet[sorter.Client] // their roles, by client of the role sorter
	gone   int                             // roles and subscriptions gone through, of most
	owners []api.RoleID                    // for whom something is reserved on the agent
}

// open begins a cycle.
func (t *takersBeyondQuota) open() {
	t.most, t.found = max(fewTakers, t.frameworks.ActiveCount/fewShare), false
}

// find finds the active subscriptions that may have something of b that quota does not count. It
// returns false if they, or the roles that may have them, are many.
func (t *takersBeyondQuota) find(b *resource.Bag) bool {
	if len(t.list) > 0 {
		t.list = t.list[:0]
		t.roles.Reset()
	}
	t.gone, t.owners = 0, t.owners[:0]
	if t.ownersIn(b) && !t.add(t.ofRevocable()) {
		return false
	}
	slices.Sort(t.owners)
	for _, id := range slices.Compact(t.owners) {
		if !t.addInRole(id) {
			return false
		}
		for below := range t.state.roles.Below(id) {
			if !t.addInRole(below) {
				return false
			}
		}
	}
	for _, m := range t.list {
		t.roles.Set(t.state.roles.Get(t.frameworks.Subscriptions.At(m).Role).Client)
	}
	return true
}

// ownersIn finds for whom something of b is reserved. revocable is whether something is not, and
// is revocable.
func (t *takersBeyondQuota) ownersIn(b *resource.Bag) (revocable bool) {
	note := func(flags resource.Flags, owner uint32) {
		switch {
		case flags&resource.Reserved != 0:
			t.owners = append(t.owners, api.RoleID(owner))
		case flags&resource.Revocable != 0:
			revocable = true
		}
	}
	for _, n := range b.Counts {
		note(n.Flags(), t.kinds.RoleOf(n))
	}
	for _, x := range b.Intervals {
		k := t.kinds.Get(uint32(x.Kind))
		note(k.Flags, k.Role)
	}
	return revocable
}

// addInRole adds the active subscriptions in a role.
func (t *takersBeyondQuota) addInRole(id api.RoleID) bool {
	t.gone++
	if t.gone > t.most {
		return false
	}
	if r := t.state.roles.Get(id); r.Active > 0 {
		return t.add(r.Subscriptions)
	}
	return true
}

// add adds those of some subscriptions that are active.
func (t *takersBeyondQuota) add(some []slots.Subscription) bool {
	t.gone += len(some)
	if t.gone > t.most {
		return false
	}
	for _, m := range some {
		if t.frameworks.Active.Has(m) {
			t.list = append(t.list, m)
		}
	}
	return true
}

// ofRevocable returns revocable. It finds them once a cycle.
func (t *takersBeyondQuota) ofRevocable() []slots.Subscription {
	if t.found {
		return t.revocable
	}
	t.found, t.revocable = true, t.revocable[:0]
	for m := range t.frameworks.Active.All {
		framework := t.frameworks.At(t.frameworks.Subscriptions.At(m).Framework)
		if framework.Capabilities&api.RevocableResources == 0 {
			continue
		}
		t.revocable = append(t.revocable, m)
		if len(t.revocable) > t.most {
			break
		}
	}
	return t.revocable
}
