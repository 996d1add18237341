package order

import "math"

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
