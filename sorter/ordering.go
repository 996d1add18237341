package sorter

import (
	"math"
)

// Ordering is a policy of one's own. The package's "ranked", "max_min" and "asset"
// are such orderings. docs/policies.md has an example, the package policytest what
// tests one.
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

// orderedBits returns a number that is in the same order as x is among the floats;
// NaN counts as infinite.
func orderedBits(x float64) uint64 {
	if math.IsNaN(x) {
		x = math.Inf(1)
	}
	bits := math.Float64bits(x + 0) // no negative zero
	if bits>>63 != 0 {
		return ^bits
	}
	return bits | 1<<63
}

// fromOrderedBits undoes orderedBits.
func fromOrderedBits(bits uint64) float64 {
	if bits>>63 != 0 {
		return math.Float64frombits(bits &^ (1 << 63))
	}
	return math.Float64frombits(^bits)
}
