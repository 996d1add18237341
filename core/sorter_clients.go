package core

import "github.com/apportion/apportion/sorter"

// track makes a subscription a client of its role's framework sorter, and the role
// one of the role sorter if it is the first.
// HierarchicalAllocatorProcess::trackFrameworkUnderRole.
func (a *Allocator) track(m subscriptionSlot) {
	sub := a.subscriptions.At(m)
	if sub.tracked {
		return
	}
	sub.tracked = true
	r := a.roles.get(sub.role)
	if r.frameworks == nil {
		r.client = must(a.roleSorter.Add(r.path))
		a.byClient = setAt(a.byClient, uint32(r.client), sub.role)
		a.rankRole(sub.role)
		if a.takesPart(r) {
			check(a.roleSorter.Activate(r.client))
		}
		r.frameworks = a.newFrameworkSorter(sub.role)
	}
	f := a.frameworks.At(sub.framework)
	client := must(r.frameworks.Add(f.name))
	sub.client = client
	if f.rank != 0 {
		a.rankFramework(sub, f)
	}
	r.byClient = setAt(r.byClient, uint32(client), m)
	sub.place = uint32(len(r.subscriptions))
	r.subscriptions = append(r.subscriptions, m)
	a.roles.relist(sub.role)
}

// newFrameworkSorter returns the sorter of a role, without frameworks. What it draws
// depends on the role's path, and not on its number, which is another where a host
// declares roles in another order.
func (a *Allocator) newFrameworkSorter(id RoleID) *sorter.Sorter {
	return sorter.New(sorter.Options{
		Policy: a.frameworkPolicy(id),
		Totals: a.totals,
		Seed:   a.options.Seed ^ hashOf([]byte(a.roles.get(id).path)),
		Test:   sorter.TestOptions{Resort: a.options.Test.Resort},
	})
}

// untrack undoes track; the subscription holds nothing.
func (a *Allocator) untrack(m subscriptionSlot) {
	sub := a.subscriptions.At(m)
	sub.subscribed = false
	a.setActive(m)
	r := a.roles.get(sub.role)
	check(r.frameworks.Remove(sub.client))
	sub.tracked = false
	sub.client = sorter.NoClient
	last := r.subscriptions[len(r.subscriptions)-1]
	r.subscriptions[sub.place] = last
	a.subscriptions.At(last).place = sub.place
	r.subscriptions = r.subscriptions[:len(r.subscriptions)-1]
	if len(r.subscriptions) == 0 {
		check(a.roleSorter.Remove(r.client))
		r.frameworks, r.client = nil, sorter.NoClient
		r.byClient = r.byClient[:0]
		a.roles.relist(sub.role)
	}
}
