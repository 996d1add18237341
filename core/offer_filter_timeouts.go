package core

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// behindPeriodic is how many nanoseconds after a periodic allocation a filter ends that
// still holds in it.
const behindPeriodic = 1

// refusalTime returns how long a filter is to last, 0 for no filter. The bounds are declared
// in alloc/refuse_seconds.go.
func refusalTime(d time.Duration) time.Duration {
	if d < 0 {
		return alloc.DefaultRefuse
	}
	return min(d, alloc.MaxRefuse)
}

// addFilter installs a filter for what was refused. It lasts for refuseFor, but at least until
// one periodic allocation has passed (MESOS-4302): if refuseFor <= interval, it ends at
// now + interval + behindPeriodic.
//
// Of timers that are due at the same time, Mesos runs the one first that was set first. So a
// filter longer than the interval ends before a periodic allocation at its deadline, whose timer
// was set later. A filter of one interval ends after the allocation, whose timer was set first.
func (a *Allocator) addFilter(slot slots.Agent, m slots.Subscription, refused *resource.Bag, refuseFor time.Duration) {
	deadline := a.state.Schedule.Now.Add(refuseFor)
	if interval := a.state.Options.Interval; interval > 0 && refuseFor <= interval {
		deadline = a.state.Schedule.Now.Add(interval).Add(behindPeriodic)
	}
	a.state.Frameworks.AddFilter(slot, m, refused, a.state.Schedule.Now, deadline)
	sub := a.state.Frameworks.Subscriptions.At(m)
	sub.CountFilter()
	if a.state.Roles.Sorter.HeedsBlocked() {
		sub.NoteRefusal(refused, a.state.Kinds, a.state.Names)
	}
}

// endFiltersBehindCycle ends the filters that held only until the cycle that is over. Allocate calls it last, and so
// does Advance if no cycle is due. Advance has ended before that only the filters whose time had come: a filter of one
// interval still holds in the periodic allocation.
func (a *Allocator) endFiltersBehindCycle() {
	by := a.state.Schedule.Now
	if a.state.Options.Interval > 0 {
		by = by.Add(behindPeriodic)
	}
	a.endFilters(by)
}

// endFilters ends the filters that are due.
func (a *Allocator) endFilters(by alloc.Time) {
	for {
		slot, ok := a.state.Frameworks.Filters.Due(int64(by))
		if !ok {
			return
		}
		a.endAgentFilters(slot, by)
	}
}

// endAgentFilters ends the filters for one agent that are due: someone may want it now, and a
// subscription may have existed for its filter alone.
func (a *Allocator) endAgentFilters(slot slots.Agent, by alloc.Time) {
	ended := a.state.Frameworks.EndFilters(slot, by, a.scratch.ended[:0])
	a.scratch.ended = ended
	for _, m := range ended {
		a.state.Frameworks.ForgetUnlessUsed(m)
	}
	if len(ended) > 0 {
		a.state.Changes.AgentChanged(slot)
	}
}

// dropAgentFilters ends all filters for an agent, for inverse offers too.
func (a *Allocator) dropAgentFilters(slot slots.Agent) {
	a.state.Agents.DropInverseFilters(slot)
	a.endAgentFilters(slot, alloc.EndOfTime)
}
