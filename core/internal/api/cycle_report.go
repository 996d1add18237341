package api

import "github.com/apportion/apportion/quantities"

// Report tells how a cycle went. Rows are indexed by resource name.
type Report struct {
	Ran        bool // false if no cycle was due, or allocation is paused
	Candidates int  // agents that asked for the cycle
	Visited    int  // agents that were looked at
	// Where HasQuota: the unreserved, non-revocable resources that unsatisfied guarantees need
	// and that are there for them, before and after the cycle, and what was held back for them
	// from how many agents. Sums stop at quantities.MaxSum.
	HasQuota                        bool
	RequiredBefore, RequiredAfter   quantities.Row
	AvailableBefore, AvailableAfter quantities.Row
	HeldBack                        quantities.Row
	HeldBackAgents                  int
}
