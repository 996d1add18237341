package offerfilter

import (
	"math"

	"github.com/apportion/apportion/internal/container"
)

// Due returns an agent with filters that may have ended at time by, if there is one.
func (f *Filters) Due(by int64) (agent uint32, ok bool) {
	agent, due, ok := f.deadlines.First()
	return agent, ok && due <= by
}

// Deadline returns when the next filter may end; ok says whether there is one.
func (f *Filters) Deadline() (at int64, ok bool) {
	_, at, ok = f.deadlines.First()
	return at, ok
}

// Has reports whether there are filters for an agent, in force or over.
func (f *Filters) Has(agent uint32) bool { return f.deadlines.Has(agent) }

// Sweep ends the filters for an agent with a deadline <= by, and forgets those of an
// earlier epoch. It appends the subscription of each filter that ended to ended.
//
// It goes through all filters for the agent, however few end: 16 bytes each, as they lie. A
// second order, by deadline, would take as much memory again for each filter.
func (f *Filters) Sweep(agent uint32, t *Table, by int64, ended []uint32) []uint32 {
	kept := t.list[:0]
	next := int64(math.MaxInt64)
	t.subscriptions = 0
	for _, x := range t.list {
		s := x.key.subscription()
		current := x.key.epoch() == f.epochs[s]
		if current && x.deadline > by {
			kept = append(kept, x)
			t.subscriptions |= bit(s)
			next = min(next, x.deadline)
			continue
		}
		t.release(x.key.refusal())
		if !current {
			f.over--
			continue
		}
		f.live[s]--
		f.inForce--
		ended = append(ended, s)
	}
	t.list, t.due = container.Shrink(kept, manyFilters), next
	t.forgetRefusals()
	if len(kept) == 0 {
		f.deadlines.Remove(agent)
	} else {
		f.deadlines.Put(agent, next)
	}
	return ended
}
