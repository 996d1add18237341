package order

import (
	"math/bits"
	"slices"

	"github.com/apportion/apportion/internal/container"
)

// leastRelativeWeight bounds relative weights from below. With weights of very different magnitude
// the quotient would otherwise be 0, or infinite over infinite. Mesos aborts on a weight of 0
// (weightedShuffle in sorter/random/utils.hpp).
const leastRelativeWeight = 0x1p-1000

// weightedShuffle draws the active clients of the whole tree, or of a part, one after the
// other as they are asked for, without replacement; probabilities are those of
// RandomSorter::SortInfo. Mesos sorts all clients by random keys, which has the same
// distribution.
type weightedShuffle struct {
	structure uint64 // of the sorter, for which nodes and weights hold
	nodes     []node // what is drawn: active leaves, and roots of parts with another policy
	weights   []float64

	// sums is a complete binary tree. Its second half has the weights of the clients, 0 for those
	// that were drawn. Each place above has the sum of the two below it. A sum is always computed
	// from these two, so no rounding error remains.
	sums  []float64
	drawn []int32 // the leaves that are 0 in sums, in the order drawn

	random container.SplitMix64
	queue  []relativeWeight // of updateRelativeWeights
}

// relativeWeight is the group of an active internal node, and the probability
// that the first client drawn is below it.
type relativeWeight struct {
	group  groupID
	weight float64
}

// startShuffle makes all nodes from the group top down ready to be drawn, by a sequence of
// random numbers that begins with seed.
func (s *Sorter) startShuffle(w *weightedShuffle, top groupID, seed uint64) {
	w.random = container.SplitMix64(seed)
	if w.structure == s.structure {
		w.putBack()
		return
	}
	w.structure = s.structure
	s.updateRelativeWeights(w, top)
	w.resize()
}

// resize makes the sums those of other weights, with nobody drawn.
func (w *weightedShuffle) resize() {
	size := 1
	for size < len(w.weights) {
		size *= 2
	}
	w.sums = slices.Grow(w.sums[:0], 2*size)[:2*size]
	w.fill()
}

// updateRelativeWeights lists what is drawn from the group top down, with the relative
// weights, by the formula of RandomSorter::SortInfo::updateRelativeWeights:
//
//	relative(n) = relative(parent) * weight(n) / (weight(n) + weight of n's active siblings)
//
// The order, level by level and by name, has no meaning other than to be the same
// whatever was called before.
func (s *Sorter) updateRelativeWeights(w *weightedShuffle, top groupID) {
	w.nodes, w.weights = w.nodes[:0], w.weights[:0]
	w.queue = append(w.queue[:0], relativeWeight{top, 1})
	for i := 0; i < len(w.queue); i++ {
		at, total := w.queue[i], 0.0
		first := s.groups[at.group].firstChild
		for n := first; n != noNode; n = s.tags[n].next {
			if s.isActive(n) {
				total += s.states[n].weight
			}
		}
		for n := first; n != noNode; n = s.tags[n].next {
			if !s.isActive(n) {
				continue
			}
			weight := s.states[n].weight
			weight = at.weight * weight / (weight + (total - weight))
			if !(weight >= leastRelativeWeight) {
				weight = leastRelativeWeight
			}
			if g := s.states[n].group; g != noGroup && s.isDrawn(g) {
				w.queue = append(w.queue, relativeWeight{g, weight})
				continue
			}
			w.nodes = append(w.nodes, n)
			w.weights = append(w.weights, weight)
		}
	}
}

// fill computes all sums with nobody drawn.
func (w *weightedShuffle) fill() {
	half := len(w.sums) / 2
	copy(w.sums[half:], w.weights)
	clear(w.sums[half+len(w.weights):])
	for i := half - 1; i > 0; i-- {
		w.sums[i] = w.sums[2*i] + w.sums[2*i+1]
	}
	w.drawn = w.drawn[:0]
}

// putBack undoes all draws, one by one if they were few.
func (w *weightedShuffle) putBack() {
	if len(w.drawn)*bits.Len(uint(len(w.sums))) > len(w.sums) {
		w.fill()
		return
	}
	for _, i := range w.drawn {
		w.set(int(i), w.weights[i])
	}
	w.drawn = w.drawn[:0]
}

// set sets the weight of the i-th client and the sums above it.
func (w *weightedShuffle) set(i int, weight float64) {
	i += len(w.sums) / 2
	w.sums[i] = weight
	for i /= 2; i > 0; i /= 2 {
		w.sums[i] = w.sums[2*i] + w.sums[2*i+1]
	}
}

// next draws a node that was not drawn yet, or returns noNode if there is none.
func (w *weightedShuffle) next() node {
	if len(w.drawn) == len(w.weights) {
		return noNode
	}
	uniform := float64(w.random.Next()>>11) * 0x1p-53

	half := len(w.sums) / 2
	i := 1
	// The conversion keeps the compiler from fusing the product with the
	// subtraction, which would make the draws depend on the processor.
	for rest := float64(uniform * w.sums[1]); i < half; {
		i *= 2
		// The right sum may be 0 although rest has not come to lie to the left
		// of it: the sums are rounded.
		if rest >= w.sums[i] && w.sums[i+1] > 0 {
			rest -= w.sums[i]
			i++
		}
	}
	i -= half
	w.set(i, 0)
	w.drawn = append(w.drawn, int32(i))
	return w.nodes[i]
}
