package worth

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// audience says whom a visit asks. It may leave out many subscriptions together: those
// that offer constraints keep from the agent, those whose minimum it does not hold, and
// those that have refused all of it. It ends with the visit.
type audience uint8

const (
	// everyone is all but the excluded, who are skipped as they come.
	everyone audience = iota
	// theInterested are those in visit.among: others are skipped as they come.
	theInterested
	// theFew are those in visit.among, so few that only they are sorted.
	theFew
	// nobody is left to ask.
	nobody
)

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
	g, active := w.agent, max(1, w.frameworks.ActiveCount)
	w.audience, w.excluded = everyone, nil
	excluded := 0
	if x := g.Exclusions; x != nil {
		w.excluded, excluded = x.Subscriptions, x.Count
	}
	if w.fullPass {
		return true
	}
	if w.tooLittle {
		w.tooLittle = w.leaveOutMinima()
	}
	if w.audience != everyone && excluded > 0 || narrowShare*excluded >= active {
		w.leaveOut(w.excluded)
	}
	// Where visits in vain draw random numbers, those that refused are seen.
	if narrowShare*g.Filters.Len() >= active && w.audience != nobody && !w.drawsInVain {
		w.leaveOut(nil)
		w.frameworks.Filters.RemoveRefusers(w.among, g.FilterTable(), g.FreeBag())
		w.narrowed()
	}
	if w.audience == everyone {
		return true
	}
	left := w.among.Count()
	if left > 0 && left*fewShare <= w.frameworks.ActiveCount {
		w.audience = theFew
		w.few = w.among.Append(w.few[:0])
	}
	return left > 0
}

// leaveOut takes subscriptions out of visit.among, which the first call makes all active
// ones but the excluded.
func (w *Worth) leaveOut(subscriptions container.BitSet) {
	if w.audience == everyone {
		w.audience = theInterested
		w.among.CopyFrom(w.frameworks.Active)
		w.among.Subtract(w.excluded)
	}
	w.among.Subtract(subscriptions)
	w.narrowed()
}

// narrowed follows a change of visit.among: if nobody is left, the audience is nobody.
func (w *Worth) narrowed() {
	if w.among.Empty() {
		w.audience = nobody
	}
}

// isUninterested reports whether the visit knows that a subscription gets nothing of the
// agent.
func (w *Worth) isUninterested(m slots.Subscription) bool {
	if w.audience != everyone {
		return !w.among.Has(m)
	}
	return w.excluded.Has(m)
}

// NextFramework returns the next framework of the role to be asked.
func (w *Worth) NextFramework() (m slots.Subscription, ok bool) {
	for w.audience != nobody {
		client, ok := w.frameworkOrder.next()
		if !ok {
			break
		}
		if m = w.byClient[client]; !w.isUninterested(m) {
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
	if w.audience != theFew || r.Active < fewShare || !r.Frameworks.Selectable() {
		w.frameworkOrder.beginAll(r.Frameworks, w.nonce())
		return id
	}
	w.frameworkOrder.begin(fewClients, w.selectFew(id, r))
	return id
}

// selectFew returns the selection of a role's frameworks among the few.
func (w *Worth) selectFew(id api.RoleID, r *roles.Role) *sorter.Selection {
	selection := &w.memory.fewFrameworks
	selection.Reset(r.Frameworks)
	list := w.few
	if len(r.Subscriptions) < len(list) {
		list = r.Subscriptions
	}
	for _, m := range list {
		if sub := w.frameworks.Subscriptions.At(m); sub.Role == id && w.among.Has(m) {
			selection.Add(sub.Client)
		}
	}
	return selection
}
