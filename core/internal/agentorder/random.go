package agentorder

import (
	"math/bits"
	"slices"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// An agent's random place is drawn from the seed, the cycle, the stage and its slot, whichever other
// agents take part.
//
// DIVERGES: a large cluster draws neighbourhoods. Agents in slots side by side are
// visited one after the other, in one of sixteen orders, so that their memory comes into
// the processor's cache together (go test -bench 'Table/full' ./bench).

const (
	// neighbourShift takes a slot to its neighbourhood, of neighbours agents.
	neighbourShift = 4
	neighbours     = 1 << neighbourShift

	// manyAgents is the least number of agents in the cluster for which
	// neighbourhoods are drawn: fewer fit in the cache anyway.
	manyAgents = 2048
)

// random draws the order of agents, and is what it works in.
type random struct {
	spare           []uint64 // space for sorting
	runs, spareRuns []uint64 // a neighbourhood's place in the upper half, where it begins in the list in the lower
}

// draw brings agents, whose slots are the lower halves, into the order of places drawn from a
// number; these become the upper halves. If together is set, neighbours get places side by side.
// It keeps the list, and returns one that it may have had before. Order.Sort calls it where agents come at random: as a stage
// begins, and where recalls are listed and asked about.
func (r *random) draw(list []uint64, seed uint64, together bool) []uint64 {
	if together {
		list, r.spare = r.drawNeighbourhoods(list, seed), list
		return list
	}
	for i, x := range list {
		list[i] = withPlace(slots.Agent(x), container.Mix64(seed^uint64(slots.Agent(x)))>>32)
	}
	list, r.spare = container.RadixSort(list, r.spare)
	return list
}

// withPlace returns an element of a list.
func withPlace(slot slots.Agent, place uint64) uint64 { return place<<32 | uint64(slot) }

// drawNeighbourhoods sorts neighbourhoods, of which there are far fewer than agents. Those whose
// places tie, or whose agents do not all stand side by side in the list, are sorted in the end.
func (r *random) drawNeighbourhoods(list []uint64, seed uint64) []uint64 {
	r.runs = r.runs[:0]
	last := ^uint64(0)
	for i, x := range list {
		if home := uint64(slots.Agent(x) >> neighbourShift); home != last {
			r.runs = append(r.runs, container.Mix64(seed^home)<<32|uint64(i))
			last = home
		}
	}
	r.runs, r.spareRuns = container.RadixSort(r.runs, r.spareRuns)
	sorted := slices.Grow(r.spare[:0], len(list))
	for _, run := range r.runs {
		sorted = appendTurned(sorted, list[uint32(run):], run>>32)
	}
	container.SortTies(sorted)
	return sorted
}

// appendTurned appends the agents of the neighbourhood with which a list begins. Its place turns
// them around, too.
func appendTurned(dst, list []uint64, place uint64) []uint64 {
	var turned [neighbours]uint64
	taken := uint(0)
	home := slots.Agent(list[0]) >> neighbourShift
	for _, x := range list {
		slot := slots.Agent(x)
		if slot>>neighbourShift != home {
			break
		}
		turn := (place ^ uint64(slot)) % neighbours
		turned[turn] = withPlace(slot, place&^(neighbours-1)|turn)
		taken |= 1 << turn
	}
	for ; taken != 0; taken &= taken - 1 {
		dst = append(dst, turned[bits.TrailingZeros(taken)])
	}
	return dst
}
