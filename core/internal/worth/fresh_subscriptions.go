package worth

import (
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// A subscription that comes, revives or changes is fresh (news.MarkFresh): it may want an agent
// that was offered to everyone in vain before. The next cycle visits such agents in part: it
// asks fresh subscriptions alone. When the cycle ends, nobody is fresh any more, and each agent
// with something free that was no candidate, or was not admitted, is dirty (close).

// If at most max(fewFresh, active/fewShare) active subscriptions are fresh, visits in part ask
// them. If more, each agent is dirty.
const fewFresh = 4

// freshSubscriptions are the active ones in news.Fresh.
type freshSubscriptions struct {
	*state

	list      []slots.Subscription
	selected  bool                          // selection is that of this cycle
	selection sorter.Selection              // of their roles, see roles_to_ask.go
	unasked   container.BitSet[slots.Agent] // scratch
}

// open begins a cycle.
func (f *freshSubscriptions) open() {
	f.list, f.selected = f.list[:0], false
	if f.news.Fresh.Empty() {
		return
	}
	f.list = f.news.Fresh.Append(f.list)
	active := f.list[:0]
	for _, m := range f.list {
		if f.frameworks.Active.Has(m) {
			active = append(active, m)
		}
	}
	f.list = active
	if len(f.list) > max(fewFresh, f.frameworks.ActiveCount/fewShare) {
		f.news.ForgetFresh(f.agents.Alive)
		f.list = f.list[:0]
	}
}

// close ends a cycle that has asked about each candidate that may be offered.
func (f *freshSubscriptions) close() {
	if f.news.Fresh.Empty() {
		return
	}
	if f.agents.Offerable.Empty() { // an agent of which something comes free is dirty anyway
		f.news.ForgetFresh(nil)
		return
	}
	f.unasked.CopyFrom(f.agents.Offerable)
	for i := range f.unasked {
		f.unasked[i] &^= f.news.Candidates.Word(i) & f.agents.Admitted.Word(i)
	}
	f.news.ForgetFresh(f.unasked)
}

// selectRoles returns the selection of their roles, which serves all visits in part of a cycle.
func (f *freshSubscriptions) selectRoles() *sorter.Selection {
	if !f.selected {
		f.selected = true
		f.selection.Reset(f.roles.Sorter)
		f.addRolesOf(&f.selection, f.list)
	}
	return &f.selection
}
