package core

// allocatePeriodically makes every agent a candidate once an allocation interval has
// passed, and begins the next interval. If the host is late, that one begins now.
func (a *Allocator) allocatePeriodically() {
	if next, ok := a.nextPeriodicAllocation(); ok && next <= a.news.Now {
		a.news.NextPeriodic = a.news.Now.Add(a.options.Interval)
		a.agents.RequestAll()
	}
}

// nextPeriodicAllocation returns when the interval ends, if there is one.
func (a *Allocator) nextPeriodicAllocation() (at Time, ok bool) {
	return a.news.NextPeriodic, a.options.Interval > 0
}
