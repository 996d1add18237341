package worth

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// audience is whom a visit asks. It may leave out many subscriptions together: those that
// offer constraints keep from the agent, those whose minimum it does not hold, and those
// that have refused all of it. It ends with the visit.
type audience struct {
	are      audienceKind
	excluded *agents.Exclusions   // subscriptions that offer constraints keep from the agent
	among    container.BitSet     // if they are interested or few
	few      []slots.Subscription // if they are few
}

type audienceKind uint8

const (
	// everyone is all but the excluded, who are skipped as they come.
	everyone audienceKind = iota
	// interested are those in audience.among: others are skipped as they come.
	interested
	// few are those in audience.among, so few that only they are sorted.
	few
	// nobody is left to ask.
	nobody
)

// leaveOut takes subscriptions out of among, which the first call makes all active ones but
// the excluded.
func (a *audience) leaveOut(subscriptions container.SparseBitSet, active container.BitSet) {
	if a.are == everyone {
		a.are = interested
		a.among.CopyFrom(active)
		a.excluded.SubtractFrom(a.among)
	}
	subscriptions.SubtractFrom(a.among)
	a.narrowed()
}

// narrowed follows a change of among: if nobody is left, the audience is nobody.
func (a *audience) narrowed() {
	if a.among.Empty() {
		a.are = nobody
	}
}

// askFew makes some subscriptions the audience, but for the excluded. A few may be there twice.
func (a *audience) askFew(some []slots.Subscription) {
	a.are = few
	a.few = a.few[:0]
	a.among.Reset()
	for _, m := range some {
		if !a.excludes(m) && !a.among.Has(m) {
			a.few = append(a.few, m)
			a.among.Set(m)
		}
	}
}

// has reports whether a subscription may want the agent.
func (a *audience) has(m slots.Subscription) bool {
	if a.are != everyone {
		return a.among.Has(m)
	}
	return !a.excludes(m)
}

// excludes reports whether offer constraints keep a subscription from the agent.
func (a *audience) excludes(m slots.Subscription) bool { return a.excluded.Has(m) }

const (
	// If at least 1/narrowShare of the active subscriptions can be left out, a visit leaves
	// them out together. If fewer, whoever comes first is likely to be interested, and each
	// is asked in its turn.
	narrowShare = 4

	// If at most 1/fewShare of the active subscriptions are interested, a visit sorts only
	// those.
	fewShare = 16
)

// findAudience works out to whom the agent need not be offered, and reports whether
// anyone is left.
func (w *Worth) findAudience() bool {
	g, a, active := w.agent, &w.audience, max(1, w.frameworks.ActiveCount)
	a.are, a.excluded = everyone, g.Exclusions
	if w.inPart {
		a.askFew(w.fresh.list)
		return len(a.few) > 0 || w.wasCut
	}
	if w.fullPass {
		return true
	}
	w.leaveOutMinima()
	if narrowShare*a.excluded.Len() >= active {
		a.leaveOut(container.SparseBitSet{}, w.frameworks.Active)
	}
	// Where visits in vain draw random numbers, those that refused are seen.
	if narrowShare*w.frameworks.Filters.Len(g.FilterTable()) >= active && a.are != nobody && !w.drawsInVain {
		a.leaveOut(container.SparseBitSet{}, w.frameworks.Active)
		w.frameworks.Filters.RemoveRefusers(a.among, g.FilterTable(), g.FreeBag())
		a.narrowed()
	}
	if a.are == everyone {
		return true
	}
	left := a.among.Count()
	if left > 0 && left*fewShare <= w.frameworks.ActiveCount {
		a.are = few
		a.few = a.among.Append(a.few[:0])
	}
	return left > 0
}

// NextFramework returns the next framework of the role to be asked.
func (w *Worth) NextFramework() (m slots.Subscription, ok bool) {
	for w.audience.are != nobody {
		client, ok := w.frameworkOrder.next()
		if !ok {
			break
		}
		w.Looked.Frameworks++
		if m = w.byClient[client]; w.audience.has(m) {
			return m, true
		}
	}
	return slots.None, false
}

// openFrameworks starts the iteration of the frameworks of a client of the role sorter. It
// returns the role.
func (w *Worth) openFrameworks(client sorter.Client) api.RoleID {
	id := w.roles.ByClient[client]
	r := w.roles.Get(id)
	w.byClient = r.ByClient
	if w.wasCut {
		w.openInPart(client)
	}
	if w.audience.are != few || r.Active < fewShare || !r.Frameworks.Selectable() {
		w.frameworkOrder.beginAll(r.Frameworks, w.nonce)
		return id
	}
	w.frameworkOrder.begin(fewClients, w.selectFew(id, r))
	return id
}

// openInPart makes all the audience in a role with room, and in another one the fresh
// subscriptions.
func (w *Worth) openInPart(client sorter.Client) {
	switch a := &w.audience; {
	case w.Cuts.hasRoom(client):
		a.are = everyone
	case a.are != few:
		a.askFew(w.fresh.list)
	}
}

// selectFew returns the selection of a role's frameworks among the few.
func (w *Worth) selectFew(id api.RoleID, r *roles.Role) *sorter.Selection {
	selection := &w.memory.fewFrameworks
	selection.Reset(r.Frameworks)
	list := w.audience.few
	if len(r.Subscriptions) < len(list) {
		list = r.Subscriptions
	}
	for _, m := range list {
		if sub := w.frameworks.Subscriptions.At(m); sub.Role == id && w.audience.among.Has(m) {
			selection.Add(sub.Client)
		}
	}
	return selection
}
