package core

import (
	"time"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

const (
	// DefaultRefuse and MaxRefuse are the protocol's default and longest time
	// for which a framework refuses an agent's resources.
	DefaultRefuse = 5 * time.Second
	MaxRefuse     = 365 * 24 * time.Hour

	// behindPeriodic is how long after a periodic allocation a filter ends that
	// holds in it.
	behindPeriodic = 1
)

// refusalTime returns how long a filter is to last, 0 for no filter.
func refusalTime(d time.Duration) time.Duration {
	if d < 0 {
		return DefaultRefuse
	}
	return min(d, MaxRefuse)
}

// addFilter installs a filter for what was refused until refuseFor has passed,
// but at least until one periodic allocation has (MESOS-4302).
//
// At the time of a periodic allocation, filters that end then do so in the
// order of their timers and the allocation's: those that last longer than an
// interval were set before, and end before it. One that lasts an interval was
// set after, and ends behind it: one nanosecond later, here.
func (a *Allocator) addFilter(slot slots.Agent, m slots.Subscription, refused *resource.Bag, refuseFor time.Duration) {
	deadline := a.news.Now.Add(refuseFor)
	if interval := a.options.Interval; interval > 0 && refuseFor <= interval {
		deadline = a.news.Now.Add(interval).Add(behindPeriodic)
	}
	ended := a.frameworks.Filters.Add(slot, &a.agents.At(slot).Filters, m, refused, int64(a.news.Now), int64(deadline), a.scratch.subscriptions[:0])
	a.filtersEnded(slot, ended)
	a.frameworks.OpenHistory(m).Filters++
}

// endFiltersBehindCycle ends the filters that held in the cycle that is over, and do
// no longer.
func (a *Allocator) endFiltersBehindCycle() {
	by := a.news.Now
	if a.options.Interval > 0 {
		by = by.Add(behindPeriodic)
	}
	a.endFilters(by)
}
