package demand

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// frameworksToAsk are the subscriptions that a visit asks: a set that ends with the visit. Those that
// offer constraints keep from the agent are not in it, and neither are, where they are many, those
// whose minimum it does not hold, and those that have refused all of it.
//
// Invariant: the set has every subscription that could be offered something.
type frameworksToAsk struct {
	*state
	new    *newTakers
	minima sharedMinima

	are      askedKind
	excluded *agents.Exclusions                   // subscriptions that offer constraints keep from the agent
	among    container.BitSet[slots.Subscription] // the set, unless it is everyone
	isFew    bool                                 // few has them, too: so few that only they are sorted
	few      []slots.Subscription                 // if isFew

	order     clientIterator       // of the role whose frameworks are asked
	byClient  []slots.Subscription // of that role
	selection sorter.Selection     // of its frameworks, see selectFew
}

type askedKind uint8

const (
	everyone askedKind = iota // all but the excluded, who are skipped as they come
	some                      // those in among
	nobody
)

const (
	// If at least 1/narrowShare of the active subscriptions can be left out, a visit leaves
	// them out together. If fewer, whoever comes first is likely to be interested, and each
	// is asked in its turn.
	narrowShare = 4

	// If at most 1/fewShare of the active subscriptions, or fewTakers, are interested, a visit sorts
	// only those.
	fewShare  = 16
	fewTakers = 4
)

// find works out whom to ask about the agent, and reports whether that is anybody.
func (f *frameworksToAsk) find() bool {
	g, active := f.agent, max(1, f.frameworks.ActiveCount)
	f.are, f.excluded, f.isFew, f.few = everyone, g.Exclusions, false, f.few[:0]
	switch {
	case f.fullPass:
		return true
	case f.ofNews && f.new.roles.Empty():
		f.are = nobody
		return false
	case f.ofNews:
		f.startWith(f.new.all)
	}
	f.minima.leaveOut(f)
	if narrowShare*f.excluded.Len() >= active {
		f.leaveOut(container.SparseBitSet[slots.Subscription]{})
	}
	if narrowShare*f.frameworks.Filters.Len(g.FilterTable()) >= active && f.are != nobody {
		f.leaveOut(container.SparseBitSet[slots.Subscription]{})
		f.frameworks.RemoveRefusers(f.among, g)
	}
	if f.are == everyone {
		return true
	}
	left := f.among.Count()
	if left == 0 {
		f.are = nobody
		return false
	}
	if left <= max(fewTakers, f.frameworks.ActiveCount/fewShare) {
		f.isFew, f.few = true, f.among.Append(f.few)
	}
	return true
}

// startWith makes a set all but those of it that are excluded.
func (f *frameworksToAsk) startWith(set container.BitSet[slots.Subscription]) {
	f.are = some
	f.among.CopyFrom(set)
	f.excluded.SubtractFrom(f.among)
}

// leaveOut takes subscriptions out of the set.
func (f *frameworksToAsk) leaveOut(subscriptions container.SparseBitSet[slots.Subscription]) {
	if f.are == everyone {
		f.startWith(f.frameworks.Active)
	}
	subscriptions.SubtractFrom(f.among)
	if f.among.Empty() {
		f.are = nobody
	}
}

// only leaves out all but a few, and reports whether anybody is left. Some of the few may be there twice.
func (f *frameworksToAsk) only(few []slots.Subscription) bool {
	kept := f.few[:0]
	for _, m := range few {
		if f.has(m) {
			kept = append(kept, m)
		}
	}
	f.are, f.isFew, f.few = some, true, kept
	f.among.Reset()
	for _, m := range kept {
		f.among.Set(m)
	}
	return len(kept) > 0
}

// has reports whether a subscription may want the agent.
func (f *frameworksToAsk) has(m slots.Subscription) bool {
	if f.are == everyone {
		return !f.excluded.Has(m)
	}
	return f.among.Has(m)
}

// open starts the iteration of the frameworks of a client of the role sorter. It returns the role.
func (f *frameworksToAsk) open(client sorter.Client) api.RoleID {
	id := f.roles.ByClient[client]
	r := f.roles.Get(id)
	f.byClient = r.ByClient
	if !f.isFew || r.Active < fewShare || !r.Frameworks.Selectable() {
		f.order.beginAll(r.Frameworks, f.nonce)
		return id
	}
	f.order.begin(f.selectFew(id, r))
	return id
}

// selectFew returns the selection of a role's frameworks among the few.
func (f *frameworksToAsk) selectFew(id api.RoleID, r *roles.Role) *sorter.Selection {
	f.selection.Reset(r.Frameworks)
	list := f.few
	if len(r.Subscriptions) < len(list) {
		list = r.Subscriptions
	}
	for _, m := range list {
		if sub := f.frameworks.Subscriptions.At(m); sub.Role == id && f.among.Has(m) {
			f.selection.Add(sub.Client)
		}
	}
	return &f.selection
}

// Next returns the next framework of the role to be asked.
func (f *frameworksToAsk) Next() (m slots.Subscription, ok bool) {
	for f.are != nobody {
		client, ok := f.order.next()
		if !ok {
			break
		}
		f.Looked.Frameworks++
		m = f.byClient[client]
		if f.has(m) {
			return m, true
		}
	}
	return slots.None, false
}

// BelowMinimum notes that a part of the agent is less than a subscription's minimum.
func (f *frameworksToAsk) BelowMinimum(sub *frameworks.Subscription) { f.minima.below(sub, f) }
