package api

import "github.com/apportion/apportion/quantities"

// Report tells how a cycle went. Rows are indexed by resource name.
type Report struct {
	Ran        bool // false if no cycle was due, or allocation is paused
	Candidates int  // agents that asked for the cycle
	Visited    int  // agents that were looked at
	// With quota set anywhere: the unreserved, non-revocable resources that
	// unsatisfied guarantees need and that are there for them, before and
	// after the cycle, and what was kept back for them from how many agents.
	// What guarantees need together, and what was kept back from one role after
	// the other, may be more than quantities.MaxSum, and is that then.
	HasQuota                        bool
	RequiredBefore, RequiredAfter   quantities.Row
	AvailableBefore, AvailableAfter quantities.Row
	HeldBack                        quantities.Row
	HeldBackAgents                  int
}
