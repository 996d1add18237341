package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/tested"
)

// Track makes a subscription a client of a role's framework sorter, and, if it is the
// first there, the role a client of the role sorter
// (HierarchicalAllocatorProcess::trackFrameworkUnderRole). It returns the client and the
// subscription's place in Role.Subscriptions.
func (t *Roles) Track(id alloc.RoleID, m slots.Subscription, framework string) (client order.Client, place uint32) {
	r := t.Get(id)
	if r.Frameworks == nil {
		r.Client = assert.Must(t.Sorter.Add(t.PathOf(r)))
		t.ByClient = assert.SetAt(t.ByClient, r.Client, id)
		t.rank(id)
		t.putInOrder(r)
		r.Frameworks = t.newFrameworkSorter(id)
	}
	client = assert.Must(r.Frameworks.Add(framework))
	r.ByClient = assert.SetAt(r.ByClient, client, m)
	place = uint32(len(r.Subscriptions))
	r.Subscriptions = append(r.Subscriptions, m)
	t.relist(id)
	return client, place
}

// Untrack undoes Track of an inactive subscription that holds nothing. It returns the last subscription of
// Role.Subscriptions, which moves to the place that becomes free.
func (t *Roles) Untrack(id alloc.RoleID, client order.Client, place uint32) slots.Subscription {
	r := t.Get(id)
	assert.Check(r.Frameworks.Remove(client))
	end := len(r.Subscriptions) - 1
	last := r.Subscriptions[end]
	r.Subscriptions[place] = last
	r.Subscriptions = r.Subscriptions[:end]
	if end == 0 {
		assert.Check(t.Sorter.Remove(r.Client))
		r.Frameworks, r.Client = nil, order.NoClient
		r.ByClient = r.ByClient[:0]
		t.relist(id)
	}
	return last
}

// newFrameworkSorter returns an empty framework sorter for a role. Its seed comes from
// the role's path, since numbers depend on the order in which a host declares roles.
func (t *Roles) newFrameworkSorter(id alloc.RoleID) *order.Sorter {
	return order.New(tested.With(order.Options{
		Policy: t.FrameworkPolicy(id),
		Totals: t.totals,
		Seed:   t.options.Seed ^ container.HashText([]byte(t.Path(id))),
	}, *tested.Of(t.options)))
}

// Activate activates a client of a role's framework sorter, and with the first one the
// role.
func (t *Roles) Activate(id alloc.RoleID, client order.Client) {
	r := t.Get(id)
	assert.Check(r.Frameworks.Activate(client))
	t.SetBlocked(r, false)
	r.Active++
	t.putInOrder(r)
}

// Deactivate undoes Activate.
func (t *Roles) Deactivate(id alloc.RoleID, client order.Client) {
	r := t.Get(id)
	assert.Check(r.Frameworks.Deactivate(client))
	r.Active--
	t.putInOrder(r)
}

// takesPart reports whether a role that has frameworks is active in the role sorter.
// Cycles skip a role without active subscriptions. Where all roles are drawn together
// it takes part nevertheless: its weight counts towards the chances of the others.
func (t *Roles) takesPart(r *Role) bool { return r.Active > 0 || t.Sorter.AllDrawn() }

// putInOrder activates a role in the role sorter if it takes part, and else deactivates it.
func (t *Roles) putInOrder(r *Role) {
	if t.takesPart(r) {
		assert.Check(t.Sorter.Activate(r.Client))
	} else {
		assert.Check(t.Sorter.Deactivate(r.Client))
	}
}

// SetBlocked blocks a role that has frameworks, or ends that. A cycle calls it when it ends, if the policy heeds
// blocked roles; so do Activate, Frameworks.Revive, and activateRoles.
func (t *Roles) SetBlocked(r *Role, blocked bool) {
	assert.Check(t.Sorter.SetBlocked(r.Client, blocked))
}
