package frameworks

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/sorter"
)

// RoomForSubscriptions refuses so many more subscriptions than there is room for.
func (fs *Frameworks) RoomForSubscriptions(more int) *api.Error {
	if fs.Subscriptions.Live()+more > fs.limits.Subscriptions {
		return api.Errorf(api.CodeLimit, "more than %d frameworks in roles", fs.limits.Subscriptions)
	}
	return nil
}

// Subscription is a framework within a role.
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
type Subscription struct {
	Framework  slots.Framework
	Role       api.RoleID
	Client     sorter.Client // of the role's framework sorter, if tracked
	Place      uint32        // in the role's subscriptions, if tracked
	Live       bool
	Tracked    bool
	Subscribed bool
	Suppressed bool
	Active     bool
	LastIn     lastOfferPlace

	Entries slots.Entry // first ledger entry, linked by entry.NextOfSubscription

	Minimum      MinimumID
	ExcludedFrom uint32 // agents that offer constraints keep from it

	LastOffer uint32   // where it stands, see lastOfferPlace
	Offers    uint64   // since it subscribed
	OfferedAt api.Time // the last of them
	History   *OfferHistory
}

// FindSubscription returns a framework's subscription in a role, or none.
func (fs *Frameworks) FindSubscription(f slots.Framework, r api.RoleID) slots.Subscription {
	for _, m := range fs.At(f).Subscriptions {
		if fs.Subscriptions.At(m).Role == r {
			return m
		}
	}
	return slots.None
}

// OpenSubscription returns a framework's subscription in a role, creating one
// that is neither subscribed nor tracked.
func (fs *Frameworks) OpenSubscription(slot slots.Framework, r api.RoleID) slots.Subscription {
	if m := fs.FindSubscription(slot, r); m != slots.None {
		return m
	}
	m := fs.Subscriptions.Take()
	fs.Filters.Open(m)
	*fs.Subscriptions.At(m) = Subscription{Framework: slot, Role: r, Live: true, Entries: slots.None, Client: sorter.NoClient}
	fs.Minima.Join(GlobalMinimum, m)
	fs.roles.Ref(r)
	f := fs.At(slot)
	i, _ := slices.BinarySearchFunc(f.Subscriptions, r, func(m slots.Subscription, r api.RoleID) int {
		return strings.Compare(fs.roles.Get(fs.Subscriptions.At(m).Role).Path, fs.roles.Get(r).Path)
	})
	f.Subscriptions = slices.Insert(f.Subscriptions, i, m)
	return m
}

// ForgetUnlessUsed ends what keeps a subscription no longer: it stays tracked
// while it is subscribed or holds resources, and remembered while it has filters
// (those stay in Mesos when a framework leaves a role, too). A framework that is
// not registered is forgotten with its last subscription.
func (fs *Frameworks) ForgetUnlessUsed(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	if sub.Subscribed || sub.Entries != slots.None {
		return
	}
	if sub.Tracked {
		fs.untrack(m)
	}
	if fs.Filters.Count(m) > 0 {
		return
	}
	slot := sub.Framework
	f := fs.At(slot)
	f.Subscriptions = slices.DeleteFunc(f.Subscriptions, func(x slots.Subscription) bool { return x == m })
	fs.IncludeEverywhere(m)
	fs.Minima.leave(sub.Minimum, m)
	fs.roles.Unref(sub.Role)
	*sub = Subscription{}
	fs.Filters.EndAll(m)
	fs.Subscriptions.Give(m)
	if !f.Registered && len(f.Subscriptions) == 0 {
		fs.ForgetFramework(slot)
	}
}

// Leave ends a framework's being subscribed to a role.
func (fs *Frameworks) Leave(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	if !sub.Subscribed {
		return
	}
	sub.Subscribed, sub.Suppressed = false, false
	sub.Offers, sub.OfferedAt, sub.LastIn, sub.History = 0, 0, InHistory, nil
	fs.Minima.leave(sub.Minimum, m)
	sub.Minimum = GlobalMinimum
	fs.Minima.Join(GlobalMinimum, m)
	fs.IncludeEverywhere(m)
	fs.SetActive(m)
	fs.Filters.EndAll(m)
	fs.ForgetUnlessUsed(m)
}

// SubscriptionsFor returns a framework's subscriptions in the roles named, or all
// that it is subscribed to. The result is scratch.
func (fs *Frameworks) SubscriptionsFor(id api.FrameworkID, roles []api.RoleID) ([]slots.Subscription, error) {
	f, slot, err := fs.FrameworkOf(id)
	if err != nil {
		return nil, err
	}
	out := fs.scratch.subscriptions[:0]
	for _, r := range roles {
		m, err := fs.subscribedTo(f, slot, r)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	if len(roles) == 0 {
		for _, m := range f.Subscriptions {
			if fs.Subscriptions.At(m).Subscribed {
				out = append(out, m)
			}
		}
	}
	fs.scratch.subscriptions = out
	return out, nil
}

// SubscriptionOf returns a framework's subscription in one role.
func (fs *Frameworks) SubscriptionOf(id api.FrameworkID, r api.RoleID) (slots.Subscription, *api.Error) {
	f, slot, err := fs.FrameworkOf(id)
	if err != nil {
		return slots.None, err
	}
	return fs.subscribedTo(f, slot, r)
}

func (fs *Frameworks) subscribedTo(f *Framework, slot slots.Framework, r api.RoleID) (slots.Subscription, *api.Error) {
	if err := fs.roles.CheckRole(r); err != nil {
		return slots.None, api.Within(err, "framework %q", f.Name)
	}
	m := fs.FindSubscription(slot, r)
	if m == slots.None || !fs.Subscriptions.At(m).Subscribed {
		return slots.None, api.Errorf(api.CodeNotSubscribed, "framework %q: is not subscribed to role %q", f.Name, fs.roles.Get(r).Path)
	}
	return m, nil
}

// SubscriptionsByName appends a role's subscriptions to dst in the order of their
// frameworks' ids.
func (fs *Frameworks) SubscriptionsByName(dst []slots.Subscription, r *roles.Role) []slots.Subscription {
	dst = append(dst, r.Subscriptions...)
	slices.SortFunc(dst, func(x, y slots.Subscription) int {
		return strings.Compare(fs.At(fs.Subscriptions.At(x).Framework).Name, fs.At(fs.Subscriptions.At(y).Framework).Name)
	})
	return dst
}
