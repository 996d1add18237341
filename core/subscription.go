package core

import (
	"slices"
	"strconv"
	"strings"

	"github.com/apportion/apportion/sorter"
)

// subscription is a framework within a role.
//
// It is one cache line, of which an offer reads half.
//
// Invariants:
//  1. tracked means that it is a client of the role's framework sorter;
//  2. those of a registered framework that are subscribed are tracked, and so is
//     every one with a tracked ledger entry;
//  3. it is active in the sorter only if tracked, subscribed, not suppressed,
//     and its framework active;
//  4. between cycles its last offer is in its history, or all that one of its
//     ledger entries holds.
type subscription struct {
	framework  frameworkSlot
	role       RoleID
	client     sorter.Client // of the role's framework sorter, if tracked
	place      uint32        // in the role's subscriptions, if tracked
	live       bool
	tracked    bool
	subscribed bool
	suppressed bool
	active     bool
	lastIn     lastOfferPlace

	entries entrySlot // first ledger entry, linked by entry.nextOfSubscription

	minimum      minimumID
	excludedFrom uint32 // agents that offer constraints keep from it

	lastOffer uint32 // where it stands, see lastOfferPlace
	offers    uint64 // since it subscribed
	offeredAt Time   // the last of them
	history   *offerHistory
}

// findSubscription returns a framework's subscription in a role, or none.
func (a *Allocator) findSubscription(f frameworkSlot, r RoleID) subscriptionSlot {
	for _, m := range a.frameworks.At(f).subscriptions {
		if a.subscriptions.At(m).role == r {
			return m
		}
	}
	return none
}

// openSubscription returns a framework's subscription in a role, creating one
// that is neither subscribed nor tracked.
func (a *Allocator) openSubscription(slot frameworkSlot, r RoleID) subscriptionSlot {
	if m := a.findSubscription(slot, r); m != none {
		return m
	}
	m := a.subscriptions.Take()
	a.filters.Open(m)
	*a.subscriptions.At(m) = subscription{framework: slot, role: r, live: true, entries: none, client: sorter.NoClient}
	a.minima.join(globalMinimum, m)
	a.roles.ref(r)
	f := a.frameworks.At(slot)
	i, _ := slices.BinarySearchFunc(f.subscriptions, r, func(m subscriptionSlot, r RoleID) int {
		return strings.Compare(a.roles.get(a.subscriptions.At(m).role).path, a.roles.get(r).path)
	})
	f.subscriptions = slices.Insert(f.subscriptions, i, m)
	return m
}

// forgetUnlessUsed ends what keeps a subscription no longer: it stays tracked
// while it is subscribed or holds resources, and remembered while it has filters
// (those stay in Mesos when a framework leaves a role, too). A framework that is
// not registered is forgotten with its last subscription.
func (a *Allocator) forgetUnlessUsed(m subscriptionSlot) {
	sub := a.subscriptions.At(m)
	if sub.subscribed || sub.entries != none {
		return
	}
	if sub.tracked {
		a.untrack(m)
	}
	if a.filters.Count(m) > 0 {
		return
	}
	slot := sub.framework
	f := a.frameworks.At(slot)
	f.subscriptions = slices.DeleteFunc(f.subscriptions, func(x subscriptionSlot) bool { return x == m })
	a.includeEverywhere(m)
	a.minima.leave(sub.minimum, m)
	a.roles.unref(sub.role)
	*sub = subscription{}
	a.filters.EndAll(m)
	a.subscriptions.Give(m)
	if !f.registered && len(f.subscriptions) == 0 {
		a.forgetFramework(slot)
	}
}

// leave ends a framework's being subscribed to a role.
func (a *Allocator) leave(m subscriptionSlot) {
	sub := a.subscriptions.At(m)
	if !sub.subscribed {
		return
	}
	sub.subscribed, sub.suppressed = false, false
	sub.offers, sub.offeredAt, sub.lastIn, sub.history = 0, 0, inHistory, nil
	a.minima.leave(sub.minimum, m)
	sub.minimum = globalMinimum
	a.minima.join(globalMinimum, m)
	a.includeEverywhere(m)
	a.setActive(m)
	a.filters.EndAll(m)
	a.forgetUnlessUsed(m)
}

// subscriptionsFor returns a framework's subscriptions in the roles named, or all
// that it is subscribed to. The result is scratch.
func (a *Allocator) subscriptionsFor(id FrameworkID, roles []RoleID) ([]subscriptionSlot, error) {
	f, slot, err := a.frameworkOf(id)
	if err != nil {
		return nil, err
	}
	out := a.scratch.subscriptions[:0]
	for _, r := range roles {
		m, err := a.subscribedTo(f, slot, r)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	if len(roles) == 0 {
		for _, m := range f.subscriptions {
			if a.subscriptions.At(m).subscribed {
				out = append(out, m)
			}
		}
	}
	a.scratch.subscriptions = out
	return out, nil
}

// subscriptionOf returns a framework's subscription in one role.
func (a *Allocator) subscriptionOf(id FrameworkID, r RoleID) (subscriptionSlot, *Error) {
	f, slot, err := a.frameworkOf(id)
	if err != nil {
		return none, err
	}
	return a.subscribedTo(f, slot, r)
}

func (a *Allocator) subscribedTo(f *framework, slot frameworkSlot, r RoleID) (subscriptionSlot, *Error) {
	if err := a.checkRole(r); err != nil {
		return none, err.within("framework %q", f.name)
	}
	m := a.findSubscription(slot, r)
	if m == none || !a.subscriptions.At(m).subscribed {
		return none, errorf(CodeNotSubscribed, "framework %q: is not subscribed to role %q", f.name, a.roles.get(r).path)
	}
	return m, nil
}

// subscriptionsByName appends a role's subscriptions to dst in the order of their
// frameworks' ids.
func (a *Allocator) subscriptionsByName(dst []subscriptionSlot, r *role) []subscriptionSlot {
	dst = append(dst, r.subscriptions...)
	slices.SortFunc(dst, func(x, y subscriptionSlot) int {
		return strings.Compare(a.frameworks.At(a.subscriptions.At(x).framework).name, a.frameworks.At(a.subscriptions.At(y).framework).name)
	})
	return dst
}

func (a *Allocator) roleText(r RoleID) string {
	if !a.roles.Has(uint32(r)) {
		return strconv.Itoa(int(r))
	}
	return strconv.Quote(a.roles.get(r).path)
}
