package sorter

import (
	"math/bits"

	"github.com/apportion/apportion/internal/container"
)

// leastDrawWeight is the least relative weight that a client can have. Weights
// of very different magnitude make the quotient vanish, or infinite over
// infinite; Mesos aborts on a weight of zero (weightedShuffle).
const leastDrawWeight = 0x1p-1000

// draw is what Random draws clients from: the active ones, flattened, with the
// probability of each to be the first (Mesos's SortInfo). To draw without
// replacement one after the other, by weight, gives the same distribution as to
// sort by Mesos's keys, and does not need the keys of those that are not asked
// for.
type draw struct {
	current bool // whether clients and weights are those of the tree
	clients []Client
	weights []float64

	// sums is a complete binary tree: the weights of those not drawn yet from
	// the middle on, 0 for the others, and above each pair its sum. Sums are
	// always computed from the pair, never adjusted, so that no error remains
	// when a weight comes back.
	sums  []float64
	drawn []int32 // the leaves that are 0 in sums, in the order drawn

	random container.SplitMix64
	queue  []relative
}

// relative is an active inner node's group, and the probability that the first
// client drawn is below it.
type relative struct {
	group  groupID
	weight float64
}

// prepareDraw makes all active clients ready to be drawn.
func (s *Sorter) prepareDraw() {
	d := s.draw
	if d.current {
		d.putBack()
		return
	}
	s.flatten()
	size := 1
	for size < len(d.clients) {
		size *= 2
	}
	if cap(d.sums) < 2*size {
		d.sums = make([]float64, 2*size)
	}
	d.sums = d.sums[:2*size]
	d.fill()
	d.current = true
}

// flatten computes the relative weights of all active clients by the formula
// of RandomSorter::SortInfo::updateRelativeWeights:
//
//	relative(n) = relative(parent) * weight(n) / (weight(n) + weight of n's active siblings)
//
// The order, level by level and by name, has no meaning other than to be the
// same whatever was called before.
func (s *Sorter) flatten() {
	d := s.draw
	d.clients, d.weights = d.clients[:0], d.weights[:0]
	d.queue = append(d.queue[:0], relative{s.states[root].group, 1})
	for i := 0; i < len(d.queue); i++ {
		at := d.queue[i]
		total := 0.0
		first := s.groups[at.group].first
		for n := first; n != noNode; n = s.tags[n].next {
			if s.isActive(n) {
				total += s.states[n].weight
			}
		}
		for n := first; n != noNode; n = s.tags[n].next {
			if !s.isActive(n) {
				continue
			}
			st := &s.states[n]
			weight := at.weight * st.weight / (st.weight + (total - st.weight))
			if !(weight >= leastDrawWeight) {
				weight = leastDrawWeight
			}
			if st.group == noGrp {
				d.clients = append(d.clients, st.client)
				d.weights = append(d.weights, weight)
			} else {
				d.queue = append(d.queue, relative{st.group, weight})
			}
		}
	}
}

// fill computes all sums with nobody drawn.
func (d *draw) fill() {
	half := len(d.sums) / 2
	copy(d.sums[half:], d.weights)
	clear(d.sums[half+len(d.weights):])
	for i := half - 1; i > 0; i-- {
		d.sums[i] = d.sums[2*i] + d.sums[2*i+1]
	}
	d.drawn = d.drawn[:0]
}

// putBack undoes all draws, one by one if they were few.
func (d *draw) putBack() {
	if len(d.drawn)*bits.Len(uint(len(d.sums))) > len(d.sums) {
		d.fill()
		return
	}
	for _, i := range d.drawn {
		d.set(int(i), d.weights[i])
	}
	d.drawn = d.drawn[:0]
}

func (d *draw) set(i int, weight float64) {
	i += len(d.sums) / 2
	d.sums[i] = weight
	for i /= 2; i > 0; i /= 2 {
		d.sums[i] = d.sums[2*i] + d.sums[2*i+1]
	}
}

// next draws a client that was not drawn yet, or returns false if there is
// none.
func (d *draw) next() (Client, bool) {
	if len(d.drawn) == len(d.clients) {
		return NoClient, false
	}
	uniform := float64(d.random.Next()>>11) * 0x1p-53

	half := len(d.sums) / 2
	i := 1
	// The conversion keeps the compiler from fusing the product with the
	// subtraction, which would make the draws depend on the processor.
	for rest := float64(uniform * d.sums[1]); i < half; {
		i *= 2
		// The right sum may be 0 although rest has not come to lie to the left
		// of it: the sums are rounded.
		if rest >= d.sums[i] && d.sums[i+1] > 0 {
			rest -= d.sums[i]
			i++
		}
	}
	i -= half
	d.set(i, 0)
	d.drawn = append(d.drawn, int32(i))
	return d.clients[i], true
}
