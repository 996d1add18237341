package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// audience is whom a visit of an agent asks: how it is narrowed. Left out are
// those whom offer constraints keep from the agent, those whose minimum it does
// not hold, and those that have refused all of it, where they are many.
type audience uint8

const (
	// everyone but those whom offer constraints exclude, who are skipped as they
	// come.
	everyone audience = iota
	// theInterested, as visit.interested has them: others are skipped as they
	// come.
	theInterested
	// theFew: of visit.interested, so few that they are brought into order by
	// themselves.
	theFew
	nobody
)

// narrowShare is the part of the active subscriptions that is worth leaving out
// together. Where fewer are to be left out, whoever comes first is likely to be
// interested, and is asked when it is its turn.
const narrowShare = 4

// fewShare is how much fewer subscriptions than all are few: then they are
// brought into order by themselves, where otherwise one in so many of those that
// come would be one of them.
const fewShare = 16

// findAudience works out whom the agent need not be offered to. It reports
// whether anyone is left.
func (v *Visit) findAudience() bool {
	a, g := v.a, v.Agent
	v.audience, v.excluded = everyone, nil
	excluded := 0
	if x := g.Exclusions; x != nil {
		v.excluded, excluded = x.Subscriptions, x.Count
	}
	if a.options.Test.FullPass {
		return true
	}
	if v.C.tooLittle {
		v.C.tooLittle = v.leaveOutMinima()
	}
	if v.audience != everyone && excluded > 0 || narrowShare*excluded >= max(1, a.frameworks.ActiveCount) {
		v.leaveOut(v.excluded)
	}
	// Where visits in vain draw random numbers, those that refused are seen.
	if refusals := g.Filters.Len(); narrowShare*refusals >= max(1, a.frameworks.ActiveCount) && v.audience != nobody && !v.C.drawsInVain {
		v.leaveOut(nil)
		a.frameworks.Filters.RemoveRefusers(v.interested, &g.Filters, &g.Free)
		v.narrowed()
	}
	if v.audience == everyone {
		return true
	}
	left := v.interested.Count()
	if left > 0 && left*fewShare <= a.frameworks.ActiveCount {
		v.audience = theFew
		v.few = v.interested.Append(v.few[:0])
	}
	return left > 0
}

// leaveOut leaves subscriptions out of the visit.
func (v *Visit) leaveOut(subscriptions container.BitSet) {
	if v.audience == everyone {
		v.audience = theInterested
		v.interested.CopyFrom(v.a.frameworks.Active)
		v.interested.Subtract(v.excluded)
	}
	v.interested.Subtract(subscriptions)
	v.narrowed()
}

// narrowed notes that some of the interested were left out.
func (v *Visit) narrowed() {
	if v.interested.Empty() {
		v.audience = nobody
	}
}

// isUninterested reports whether a subscription is known to get nothing of the
// agent.
func (v *Visit) isUninterested(m slots.Subscription) bool {
	if v.audience != everyone {
		return !v.interested.Has(m)
	}
	return v.excluded.Has(m)
}

// fewestOfMinimum is how many subscriptions must share a minimum for it to be
// cheaper to leave them out together than to ask each.
const fewestOfMinimum = 4

// leaveOutMinima leaves out those whose minimum what is free of the agent does
// not hold, which no part of it does then. It reports whether there are any.
func (v *Visit) leaveOutMinima() bool {
	a, some := v.a, false
	for i := range a.frameworks.Minima.List {
		if x := &a.frameworks.Minima.List[i]; x.Count >= fewestOfMinimum && !a.frameworks.Allocatable(&v.Agent.Free, x.Rows) {
			v.leaveOut(x.Subscriptions)
			some = true
		}
	}
	return some
}

// belowMinimum notes that what the agent has for a subscription is below its
// minimum. If all that is free is, everybody with the same minimum is left out,
// and the agents to come are held against the minima at first.
func (v *Visit) belowMinimum(sub *frameworks.Subscription) {
	a := v.a
	x := &a.frameworks.Minima.List[sub.Minimum]
	if x.Count < fewestOfMinimum || a.options.Test.FullPass || a.frameworks.Allocatable(&v.Agent.Free, x.Rows) {
		return
	}
	v.leaveOut(x.Subscriptions)
	v.C.tooLittle = true
}

// openFrameworks starts the iteration of a role's frameworks.
func (v *Visit) openFrameworks(id api.RoleID, r *roles.Role) {
	if v.audience != theFew || r.Active < fewShare || !r.Frameworks.Selectable() {
		v.frameworks.beginAll(r.Frameworks, v.C.nonce(v.Slot))
		return
	}
	v.frameworks.begin(fewClients, v.selectFew(id, r))
}

// selectFew returns the selection of a role's frameworks among the few.
func (v *Visit) selectFew(id api.RoleID, r *roles.Role) *sorter.Selection {
	selection := &v.C.fewFrameworks
	selection.Reset(r.Frameworks)
	list := v.few
	if len(r.Subscriptions) < len(list) {
		list = r.Subscriptions
	}
	for _, m := range list {
		if sub := v.a.frameworks.Subscriptions.At(m); sub.Role == id && v.interested.Has(m) {
			selection.Add(sub.Client)
		}
	}
	return selection
}
