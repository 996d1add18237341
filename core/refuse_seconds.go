package core

import (
	"time"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

const (
	// behindPeriodic is how many nanoseconds after a periodic allocation a filter ends
	// that still holds in it.
	behindPeriodic = 1
)

// refusalTime returns how long a filter is to last, 0 for no filter.
func refusalTime(d time.Duration) time.Duration {
	if d < 0 {
		return DefaultRefuse
	}
	return min(d, MaxRefuse)
}

// addFilter installs a filter for what was refused until refuseFor has passed, but at
// least until one periodic allocation has (MESOS-4302).
//
// Mesos runs timers of the same time in the order in which they were set. At a periodic
// allocation, a filter longer than the interval was set before it, and ends before it. A
// filter of one interval was set after it, and here ends behindPeriodic later.
func (a *Allocator) addFilter(slot slots.Agent, m slots.Subscription, refused *resource.Bag, refuseFor time.Duration) {
	deadline := a.news.Now.Add(refuseFor)
	if interval := a.options.Interval; interval > 0 && refuseFor <= interval {
		deadline = a.news.Now.Add(interval).Add(behindPeriodic)
	}
	ended := a.frameworks.Filters.Add(slot, &a.agents.At(slot).Filters, m, refused, int64(a.news.Now), int64(deadline), a.scratch.subscriptions[:0])
	a.filtersEnded(slot, ended)
	a.frameworks.OpenHistory(m).Filters++
}

// endFiltersBehindCycle ends the filters that held only until the cycle that is over.
func (a *Allocator) endFiltersBehindCycle() {
	by := a.news.Now
	if a.options.Interval > 0 {
		by = by.Add(behindPeriodic)
	}
	a.endFilters(by)
}
