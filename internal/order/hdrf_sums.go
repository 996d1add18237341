package order

import (
	"math"
	"slices"
)

// hdrfSums is a complete binary tree of sums over a group's children, by name: the same
// children give the same floating-point sums, whatever the history. Place 1 is the root, the
// second half the children. Vectors are of dense names, then of the resources that count as one.
type hdrfSums struct {
	least  []float64 // smallest weighted share of those that are not blocked; infinite if there is none
	scaled []float64 // what those hold, over their weighted shares
	plain  []float64 // what blocked ones hold
}

// size is the place of the first child.
func (x *hdrfSums) size() int { return len(x.least) / 2 }

// reset makes room for so many children, who have nothing.
func (x *hdrfSums) reset(children, width int) {
	size := 1
	for size < children {
		size *= 2
	}
	x.least = slices.Grow(x.least[:0], 2*size)[:2*size]
	for i := range x.least {
		x.least[i] = math.Inf(1)
	}
	x.scaled = slices.Grow(x.scaled[:0], 2*size*width)[:2*size*width]
	x.plain = slices.Grow(x.plain[:0], 2*size*width)[:2*size*width]
	clear(x.scaled)
	clear(x.plain)
}

// put sets what a child is: its weighted share, whether it is blocked, what it holds.
func (x *hdrfSums) put(place int, share float64, blocked bool, vector []float64) {
	width := len(vector)
	scaled, plain := x.scaled[place*width:][:width], x.plain[place*width:][:width]
	if blocked {
		x.least[place] = math.Inf(1)
		clear(scaled)
		copy(plain, vector)
		return
	}
	x.least[place] = share
	clear(plain)
	for i, part := range vector {
		scaled[i] = 0
		if share > 0 {
			scaled[i] = part / share
		}
	}
}

// combine computes a place from the two below it.
func (x *hdrfSums) combine(place, width int) {
	x.least[place] = min(x.least[2*place], x.least[2*place+1])
	for _, sums := range [2][]float64{x.scaled, x.plain} {
		sum := sums[place*width:][:width]
		left, right := sums[2*place*width:][:width], sums[(2*place+1)*width:][:width]
		for i := range sum {
			sum[i] = left[i] + right[i]
		}
	}
}

// rescale sets vector to what the group's owner holds: the children that are not blocked are scaled
// down to the least of them. It reports whether all are blocked.
func (x *hdrfSums) rescale(vector []float64) (blocked bool) {
	least, width := x.least[1], len(vector)
	copy(vector, x.plain[width:])
	blocked = math.IsInf(least, 1)
	if blocked || least == 0 {
		return blocked
	}
	for i, sum := range x.scaled[width : 2*width] {
		vector[i] += float64(least * sum)
	}
	return false
}
