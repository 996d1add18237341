package core

// RequestAllocation makes every agent a candidate of the next cycle.
func (a *Allocator) RequestAllocation() { a.agents.RequestAll() }

// Pending reports whether a cycle has been asked for. The host then calls
// Allocate, soon, but may let further calls pass before: like Mesos's, one
// cycle serves them all.
func (a *Allocator) Pending() bool { return a.news.Pending }
