package core

import "github.com/apportion/apportion/calls"

// allocatePeriodically makes every agent a candidate once an allocation interval has passed, and
// begins the next interval. If the host is late, the next interval begins now.
func (a *Allocator) allocatePeriodically() {
	interval, at := a.state.Options.Interval, a.state.Schedule.NextPeriodic
	if interval > 0 && at <= a.state.Schedule.Now {
		a.state.Schedule.BeginInterval(interval)
		a.state.Schedule.RequestAll(a.state.Agents.Alive)
	}
}

// RequestAllocation makes every agent a candidate of the next cycle, unless allocation is paused.
//
// Cost: a bit for each agent.
func (a *Allocator) RequestAllocation() {
	a.state.Schedule.RequestAll(a.state.Agents.Alive)
	a.record(0, nil, func() calls.Call { return &calls.RequestAllocation{} })
}
