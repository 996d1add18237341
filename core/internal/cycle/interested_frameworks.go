package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// audience says whom a visit asks. It may leave out many subscriptions together: those
// that offer constraints keep from the agent, those whose minimum it does not hold, and
// those that have refused all of it.
type audience uint8

const (
	// everyone is all but Visit.excluded, who are skipped as they come.
	everyone audience = iota
	// theInterested are those in Visit.interested: others are skipped as they come.
	theInterested
	// theFew are those in Visit.interested, so few that only they are sorted.
	theFew
	// nobody is left to ask.
	nobody
)

// If at least 1/narrowShare of the active subscriptions can be left out, a visit leaves
// them out together. If fewer, whoever comes first is likely to be interested, and each
// is asked in its turn.
const narrowShare = 4

// If at most 1/fewShare of the active subscriptions are interested, a visit sorts only
// those.
const fewShare = 16

// findAudience works out to whom the agent need not be offered, and reports whether
// anyone is left.
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

// leaveOut takes subscriptions out of Visit.interested, which the first call makes all
// active ones but Visit.excluded.
func (v *Visit) leaveOut(subscriptions container.BitSet) {
	if v.audience == everyone {
		v.audience = theInterested
		v.interested.CopyFrom(v.a.frameworks.Active)
		v.interested.Subtract(v.excluded)
	}
	v.interested.Subtract(subscriptions)
	v.narrowed()
}

// narrowed follows a change of Visit.interested: if nobody is left, the audience is nobody.
func (v *Visit) narrowed() {
	if v.interested.Empty() {
		v.audience = nobody
	}
}

// isUninterested reports whether the visit knows that a subscription gets nothing of the
// agent.
func (v *Visit) isUninterested(m slots.Subscription) bool {
	if v.audience != everyone {
		return !v.interested.Has(m)
	}
	return v.excluded.Has(m)
}

// If at least fewestOfMinimum subscriptions share a minimum, to leave them out together is
// cheaper than to ask each.
const fewestOfMinimum = 4

// leaveOutMinima leaves out the subscriptions whose minimum is more than all that is free
// on the agent, and so more than any part of it. It reports whether there are any.
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

// belowMinimum notes that the agent has less for a subscription than its minimum. If all
// that is free on it is less, everybody with that minimum is left out, and the next
// agents are compared with all minima first (Cycle.tooLittle).
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
