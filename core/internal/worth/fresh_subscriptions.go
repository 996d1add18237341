package worth

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// An agent that was offered to everyone in vain may be wanted by a subscription that came,
// revived or changed since. Such fresh subscriptions alone are asked about it: its visit is
// one in part. news.MarkFresh remembers them, the end of a cycle forgets them (close), and
// makes dirty each agent with something free about which they were not asked.

// If at most so many subscriptions are fresh, or 1/fewShare of the active ones, they are asked
// apart. If more, each agent is dirty.
const fewFresh = 4

// freshSubscriptions are the active ones in news.Fresh.
type freshSubscriptions struct {
	*Rules
	news   *news.News
	agents *agents.Agents

	list    []slots.Subscription
	unasked container.BitSet // scratch
}

// open begins a cycle.
func (f *freshSubscriptions) open() {
	f.list = f.list[:0]
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

// leaveOutOthers makes the fresh subscriptions the audience, but for the excluded.
func (a *audience) leaveOutOthers(fresh []slots.Subscription) {
	a.are = few
	a.few = a.few[:0]
	a.among.Reset()
	for _, m := range fresh {
		if !a.excludes(m) {
			a.few = append(a.few, m)
			a.among.Set(m)
		}
	}
}
