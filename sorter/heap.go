package sorter

import (
	"math"
	"math/bits"
	"slices"
)

// entry is an active child in the heap of its parent's group, with a copy of
// all that its place depends on: 32 bytes, so that four siblings are two cache
// lines.
//
// Shares are neither negative nor NaN, hence their bits are in their order.
type entry struct {
	share uint64 // bits of the weighted dominant share
	picks uint64
	label uint64
	node  node
}

func (e *entry) setShare(share float64) { e.share = math.Float64bits(share) }

// less returns 1 if e comes before o, and 0 otherwise. The three comparisons
// are one subtraction of 192 bits, because most shares tie when all demand is
// alike, and a branch for each would be guessed wrong every other time.
func (e *entry) less(o *entry) uint64 {
	_, borrow := bits.Sub64(e.label, o.label, 0)
	_, borrow = bits.Sub64(e.picks, o.picks, borrow)
	_, borrow = bits.Sub64(e.share, o.share, borrow)
	return borrow
}

func (e *entry) before(o *entry) bool { return e.less(o) != 0 }

// arity is the number of children of a place in a heap.
const arity = 4

// siftUp moves the entry at pos up to its place.
func (t *tree) siftUp(heap []entry, pos int) {
	e := heap[pos]
	for pos > 0 {
		up := (pos - 1) / arity
		if !e.before(&heap[up]) {
			break
		}
		heap[pos] = heap[up]
		t.states[heap[pos].node].pos = int32(pos)
		pos = up
	}
	heap[pos] = e
	t.states[e.node].pos = int32(pos)
}

// siftDown moves the entry at pos down to its place.
func (t *tree) siftDown(heap []entry, pos int) {
	e := heap[pos]
	for {
		first := pos*arity + 1
		if first >= len(heap) {
			break
		}
		least := leastChild(heap, first)
		if !heap[least].before(&e) {
			break
		}
		heap[pos] = heap[least]
		t.states[heap[pos].node].pos = int32(pos)
		pos = least
	}
	heap[pos] = e
	t.states[e.node].pos = int32(pos)
}

// leastChild returns the position of the least of the up to four entries from
// first on. Which it is cannot be foreseen, so that it is computed instead of
// branched to.
func leastChild(heap []entry, first int) int {
	if first+arity > len(heap) {
		least := first
		for i := first + 1; i < len(heap); i++ {
			if heap[i].before(&heap[least]) {
				least = i
			}
		}
		return least
	}
	c := (*[arity]entry)(heap[first:])
	low := c[1].less(&c[0])
	high := 2 + c[3].less(&c[2])
	return first + int(low+(high-low)*c[high&3].less(&c[low&3]))
}

// push adds the child n, with the given share, to the heap of g.
func (t *tree) push(g *group, n node, share float64) {
	g.heap = append(g.heap, entry{
		share: math.Float64bits(share),
		picks: t.states[n].picks,
		label: t.labels[n],
		node:  n,
	})
	t.siftUp(g.heap, len(g.heap)-1)
}

// pull takes the child n out of the heap of g.
func (t *tree) pull(g *group, n node) {
	pos := int(t.states[n].pos)
	last := len(g.heap) - 1
	moved := g.heap[last]
	g.heap = g.heap[:last]
	t.states[n].pos = noPos
	if pos == last {
		return
	}
	g.heap[pos] = moved
	t.siftDown(g.heap, pos)
	t.siftUp(g.heap, int(t.states[moved.node].pos))
}

// rekey gives the child n, which is in the heap of g, its current number of
// picks and the given share, and moves it to its place.
func (t *tree) rekey(g *group, n node, share float64) {
	pos := int(t.states[n].pos)
	e := &g.heap[pos]
	old := *e
	e.setShare(share)
	e.picks = t.states[n].picks
	if e.before(&old) {
		t.siftUp(g.heap, pos)
	} else {
		t.siftDown(g.heap, pos)
	}
}

// heapify makes a heap of g's entries in any order.
func (t *tree) heapify(g *group) {
	for i := range g.heap {
		t.states[g.heap[i].node].pos = int32(i)
	}
	for pos := (len(g.heap) - 2) / arity; pos >= 0 && len(g.heap) > 1; pos-- {
		t.siftDown(g.heap, pos)
	}
}

// sortAll sorts g's entries, which is a heap, too.
func (t *tree) sortAll(g *group) {
	slices.SortFunc(g.heap, func(x, y entry) int { return int(y.less(&x)) - int(x.less(&y)) })
	for i := range g.heap {
		t.states[g.heap[i].node].pos = int32(i)
	}
}
