package policy

// Ordering is what a policy of one's own orders by, as "ranked", "max_min" and "asset" do.
// docs/policies.md has an example, the package policytest what tests one.
type Ordering interface {
	// Key returns the key of a client, or of the root of a subtree, among its siblings. They
	// are ordered by (first, second, name), ascending. A policy without a second number of its
	// own returns the picks, as Mesos does, so that equals take turns.
	//
	// The same usage must give the same key on every machine: no clock of its own, no random
	// numbers, nothing that changes beside Usage. One that looks at time is [Timed]. While only
	// a client's allocation grows, its key must not fall: a cycle no longer asks those that it
	// asked in vain. NaN counts as infinite.
	//
	// The sorter calls Key for a client and each path above it when their usage changes. Calls
	// may be concurrent and must not allocate memory.
	Key(u Usage) (first, second float64)
}

// Timed is an [Ordering] whose keys look at time: at Usage.Now, Since, AskingSince, MeanShare
// or MeanDominantShare. All keys of its part of the tree are asked for once more before the
// first iteration at another time.
//
// Times begin when such a policy is set: for whoever was there before, that is when it came.
type Timed interface {
	Ordering
	// Timed tells an ordering that looks at time from others. Nobody calls it.
	Timed()
}
