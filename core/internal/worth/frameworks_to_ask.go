package worth

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// frameworksToAsk are the frameworks of a role that a visit asks, in order.
//
// Invariant: within a visit, its audience has every subscription that could be offered something.
type frameworksToAsk struct {
	*state
	cuts  *cutAgents
	fresh *freshSubscriptions

	audience
	minima    sharedMinima
	order     clientIterator
	byClient  []slots.Subscription // of the role whose frameworks are asked
	selection sorter.Selection     // of them, see selectFew
}

const (
	// If at least 1/narrowShare of the active subscriptions can be left out, a visit leaves
	// them out together. If fewer, whoever comes first is likely to be interested, and each
	// is asked in its turn.
	narrowShare = 4

	// If at most 1/fewShare of the active subscriptions are interested, a visit sorts only
	// those.
	fewShare = 16
)

// find works out to whom the agent need not be offered, and reports whether anyone is left.
func (f *frameworksToAsk) find() bool {
	g, a, active := f.agent, &f.audience, max(1, f.frameworks.ActiveCount)
	a.are, a.excluded = everyone, g.Exclusions
	if f.inPart {
		a.askFew(f.fresh.list)
		return len(a.few) > 0 || f.wasCut
	}
	if f.fullPass {
		return true
	}
	f.minima.leaveOut(a)
	if narrowShare*a.excluded.Len() >= active {
		a.leaveOut(container.SparseBitSet[slots.Subscription]{}, f.frameworks.Active)
	}
	if narrowShare*f.frameworks.Filters.Len(g.FilterTable()) >= active && a.are != nobody {
		a.leaveOut(container.SparseBitSet[slots.Subscription]{}, f.frameworks.Active)
		f.frameworks.Filters.RemoveRefusers(a.among, g.FilterTable(), g.FreeBag())
		a.narrowed()
	}
	if a.are == everyone {
		return true
	}
	left := a.among.Count()
	if left > 0 && left*fewShare <= f.frameworks.ActiveCount {
		a.are = few
		a.few = a.among.Append(a.few[:0])
	}
	return left > 0
}

// open starts the iteration of the frameworks of a client of the role sorter. It returns the role.
func (f *frameworksToAsk) open(client sorter.Client) api.RoleID {
	id := f.roles.ByClient[client]
	r := f.roles.Get(id)
	f.byClient = r.ByClient
	if f.wasCut {
		f.openInPart(client)
	}
	if f.are != few || r.Active < fewShare || !r.Frameworks.Selectable() {
		f.order.beginAll(r.Frameworks, f.nonce)
		return id
	}
	f.order.begin(fewClients, f.selectFew(id, r))
	return id
}

// openInPart makes all the audience in a role with room, and in another one the fresh
// subscriptions.
func (f *frameworksToAsk) openInPart(client sorter.Client) {
	switch a := &f.audience; {
	case f.cuts.withRoom.has(client):
		a.are = everyone
	case a.are != few:
		a.askFew(f.fresh.list)
	}
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

// RefusedBy notes that nobody who was asked in a role would take anything of the agent, whatever
// quota leaves.
func (f *frameworksToAsk) RefusedBy(id api.RoleID) {
	w := &f.cuts.withRoom
	if len(w.list) > 0 && !w.areMany && !f.leftOut && (!f.inPart || f.wasCut) && w.has(f.roles.Get(id).Client) {
		w.refusals.note(id, f.slot)
	}
}

// BelowMinimum notes that a part of the agent is less than a subscription's minimum.
func (f *frameworksToAsk) BelowMinimum(sub *frameworks.Subscription) {
	f.minima.below(sub, &f.audience)
}
