package policy

// Ordering is what a policy of one's own orders by, as "ranked", "max_min" and "asset" do.
// docs/policies.md has an example; the package policytest has tests for orderings.
type Ordering interface {
	// Key returns the key of a client, or of the root of a subtree, among its siblings. They
	// are ordered by (first, second, name), ascending. A policy without a second number of its
	// own returns the picks, as Mesos does, so that equals take turns.
	//
	// The same usage must give the same key on every machine: an ordering reads no clock, no random
	// numbers, nothing that changes besides Usage. One that looks at time is [Timed]. While only a
	// client's allocation grows, its key must not fall: a cycle does not ask again those whom it
	// has asked in vain. NaN counts as infinite.
	//
	// The sorter calls Key for a client and each path above it when their usage changes. Calls
	// may be concurrent and must not allocate memory.
	Key(u Usage) (first, second float64)
}

// Timed is an [Ordering] whose keys look at time: at Usage.Now, Since, AskingSince, MeanShare or
// MeanDominantShare. Before the first iteration at another time, the sorter asks once more for all
// keys of the ordering's part of the tree.
//
// Times begin when such a policy is set: a client that was there before counts as having come then.
type Timed interface {
	Ordering
	// Timed tells an ordering that looks at time from others. Nobody calls it.
	Timed()
}
