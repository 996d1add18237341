package frameworks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/order"
)

// MaxSubscriptions is how many subscriptions there are at most.
const MaxSubscriptions = 1 << 24

// RoomForSubscriptions refuses to exceed the limit of subscriptions.
func (fs *Frameworks) RoomForSubscriptions(more int) *alloc.Error {
	if fs.Subscriptions.Live()+more > fs.limits.Subscriptions {
		return fault.Errorf(alloc.CodeLimit, "more than %d frameworks in roles", fs.limits.Subscriptions)
	}
	return nil
}

// Subscription is a framework in a role. It is one cache line; an offer reads half of it.
//
// Invariants:
//  1. Tracked: it is Client of the role's framework sorter, and in Role.Subscriptions at
//     Place;
//  2. Tracked if and only if the framework is registered, and Subscribed or it
//     has entries;
//  3. in Frameworks.Active, and active in the sorter, if and only if Tracked, Subscribed, not Suppressed, and
//     the framework is Active;
//  4. History.Refused is empty unless Refused, and its names are referred to;
//  5. it has filters only if it is Live.
type Subscription struct {
	Framework  slots.Framework
	Role       alloc.RoleID
	Client     order.Client // of the role's framework sorter, if Tracked
	Place      uint32       // in Role.Subscriptions, if Tracked
	Live       bool
	Tracked    bool
	Subscribed bool
	Suppressed bool
	Refused    bool // something, which is History.Refused

	FirstEntry slots.Entry // linked by Entry.NextOfSubscription

	Minimum *Minimum

	Offers    uint64     // since it subscribed
	OfferedAt alloc.Time // when the last of Offers was made
	History   *OfferHistory
}

// SetFirstEntry sets which ledger entry comes first on the subscription's list.
func (sub *Subscription) SetFirstEntry(i slots.Entry) { sub.FirstEntry = i }

// fewRoles is how many subscriptions of a framework are looked through one by one.
const fewRoles = 8

// FindSubscription returns a framework's subscription in a role, or none.
func (fs *Frameworks) FindSubscription(slot slots.Framework, r alloc.RoleID) slots.Subscription {
	f := fs.At(slot)
	if len(f.Subscriptions) <= fewRoles {
		for _, m := range f.Subscriptions {
			if fs.Subscriptions.At(m).Role == r {
				return m
			}
		}
		return slots.None
	}
	if i, found := f.placeIn(fs, r); found {
		return f.Subscriptions[i]
	}
	return slots.None
}

// placeIn returns the place in Subscriptions of the subscription in a role, or where it would be.
// To insert or delete one there moves four bytes for each that follows. With 16,000 roles that is
// at most 64 KB, which takes about as long as the rest of what a role costs.
func (f *Framework) placeIn(fs *Frameworks, r alloc.RoleID) (i int, found bool) {
	return slices.BinarySearchFunc(f.Subscriptions, r, func(m slots.Subscription, r alloc.RoleID) int {
		return fs.roles.ComparePaths(fs.Subscriptions.At(m).Role, r)
	})
}

// OpenSubscription returns a framework's subscription in a role. A new one is neither
// subscribed nor tracked.
func (fs *Frameworks) OpenSubscription(slot slots.Framework, r alloc.RoleID) slots.Subscription {
	if m := fs.FindSubscription(slot, r); m != slots.None {
		return m
	}
	m := fs.Subscriptions.Take()
	fs.Filters.Open(m)
	*fs.Subscriptions.At(m) = Subscription{Framework: slot, Role: r, Live: true, FirstEntry: slots.None, Client: order.NoClient}
	fs.setMinimum(m, fs.GlobalMinimum)
	fs.roles.Ref(r)
	f := fs.At(slot)
	i, _ := f.placeIn(fs, r)
	f.Subscriptions = slices.Insert(f.Subscriptions, i, m)
	return m
}

// CompareSubscriptions orders subscriptions by framework name, then role path.
func (fs *Frameworks) CompareSubscriptions(x, y slots.Subscription) int {
	p, q := fs.Subscriptions.At(x), fs.Subscriptions.At(y)
	return cmp.Or(strings.Compare(fs.At(p.Framework).Name, fs.At(q.Framework).Name), fs.roles.ComparePaths(p.Role, q.Role))
}

// ForgetUnlessUsed untracks a subscription that is not subscribed and holds nothing. It forgets the
// subscription once it has no filters either: a framework that has left the role may set filters
// when it gives something back. An unregistered framework is forgotten with its last subscription.
// ForgetUnlessUsed does nothing to a subscription that was forgotten before: two of its filters may
// have ended together.
func (fs *Frameworks) ForgetUnlessUsed(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	if !sub.Live || sub.Subscribed || sub.FirstEntry != slots.None {
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
	i, _ := f.placeIn(fs, sub.Role)
	f.Subscriptions = slices.Delete(f.Subscriptions, i, i+1)
	fs.IncludeEverywhere(m)
	fs.setMinimum(m, nil)
	sub.forgetRefusal(fs.names)
	fs.roles.Unref(sub.Role)
	*sub = Subscription{}
	fs.Subscriptions.Give(m)
	if !fs.Registered.Has(slot) && len(f.Subscriptions) == 0 {
		fs.forget(slot)
	}
}

// Subscribe subscribes a framework to a role, or changes whether it suppresses the role. If
// suppression ends, the filters end, too. The caller then activates the subscription as invariant 3
// asks (SetActive), as Suppress and Revive do.
func (fs *Frameworks) Subscribe(slot slots.Framework, r alloc.RoleID, suppressed bool) slots.Subscription {
	m := fs.OpenSubscription(slot, r)
	sub := fs.Subscriptions.At(m)
	if sub.Subscribed && sub.Suppressed && !suppressed {
		fs.Filters.EndAll(m)
	}
	sub.forgetRefusal(fs.names)
	if !sub.Subscribed {
		sub.History = nil // of what it still held when it left
	}
	sub.Subscribed, sub.Suppressed = true, suppressed
	fs.Track(m)
	return m
}

// Leave unsubscribes a framework from a role.
func (fs *Frameworks) Leave(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	if !sub.Subscribed {
		return
	}
	sub.Subscribed, sub.Suppressed = false, false
	sub.forgetRefusal(fs.names)
	sub.Offers, sub.OfferedAt, sub.History = 0, 0, nil
	fs.setMinimum(m, fs.GlobalMinimum)
	fs.IncludeEverywhere(m)
	fs.SetActive(m)
	fs.Filters.EndAll(m)
	fs.ForgetUnlessUsed(m)
}

// SubscriptionsFor returns a framework's subscriptions in some roles, or, if none are
// given, in all roles that it is subscribed to. The result is scratch.
func (fs *Frameworks) SubscriptionsFor(id alloc.FrameworkID, roles []alloc.RoleID) ([]slots.Subscription, error) {
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

// SubscriptionOf returns a framework's subscription in a role that it is subscribed to.
func (fs *Frameworks) SubscriptionOf(id alloc.FrameworkID, r alloc.RoleID) (slots.Subscription, *alloc.Error) {
	f, slot, err := fs.FrameworkOf(id)
	if err != nil {
		return slots.None, err
	}
	return fs.subscribedTo(f, slot, r)
}

func (fs *Frameworks) subscribedTo(f *Framework, slot slots.Framework, r alloc.RoleID) (slots.Subscription, *alloc.Error) {
	if err := fs.roles.CheckRole(r); err != nil {
		return slots.None, fault.Within(err, "framework %q", f.Name)
	}
	m := fs.FindSubscription(slot, r)
	if m == slots.None || !fs.Subscriptions.At(m).Subscribed {
		return slots.None, fault.Errorf(alloc.CodeNotSubscribed, "framework %q: is not subscribed to role %q", f.Name, fs.roles.Path(r))
	}
	return m, nil
}

// SubscriptionsByName appends a role's subscriptions to dst, by framework id.
func (fs *Frameworks) SubscriptionsByName(dst []slots.Subscription, r *roles.Role) []slots.Subscription {
	start := len(dst)
	dst = append(dst, r.Subscriptions...)
	slices.SortFunc(dst[start:], func(x, y slots.Subscription) int {
		return strings.Compare(fs.At(fs.Subscriptions.At(x).Framework).Name, fs.At(fs.Subscriptions.At(y).Framework).Name)
	})
	return dst
}
