package order

import "slices"

// Selection iterates over some of the active clients of a sorter that is [Sorter.Selectable], in the order
// of [Sorter.Begin]: a cycle uses it to ask only the few that can use what is free. Reset begins a
// selection, and Add chooses its clients. Any number of iterations follow. Drop takes a client out of all
// later iterations, until Reset. Nothing looks at clients that are not chosen.
//
// From Reset to the last iteration, nothing may change the sorter but Allocated, and nothing the
// Totals. So allocations and picks only grow, and a client only moves back. The key of a heap's
// entry is therefore a lower bound: it is brought up to date only when the entry reaches the top.
//
// The zero value is ready for Reset. A Selection that is reused allocates nothing.
type Selection struct {
	sorter *Sorter
	epoch  uint64 // of the sorter, for which taken holds; 0 for none

	number uint32 // of this use of sel, so that what others left does not count
	heaps  []selected
	chosen []uint32 // by node: the number of the last use that it was added in

	taken  []taken
	leaves []int     // places in taken of leaves
	frames []groupID // those on the way to the node taken last, the innermost last
	pos    int       // in leaves: where Next goes on
}

// selected is the children of a group that were chosen and are not taken, as a
// heap. One of another use is empty.
type selected struct {
	number uint32
	heap   []entry
}

// taken is a node that the iteration of an epoch has come to. Internal nodes
// stand before their children.
type taken struct {
	node    node
	dropped bool
}

// Selectable reports whether a [Selection] can be made of s. Nothing may be drawn; and if more is
// allocated to a client, it must not move forward, nor move another client. Under HDRF it may move
// others.
func (s *Sorter) Selectable() bool {
	return !s.isRandom() && !s.HeedsBlocked()
}

// AllDrawn reports whether all clients are drawn together: the whole tree is under
// Random.
func (s *Sorter) AllDrawn() bool { return s.shuffle != nil }

// Reset makes sel an empty selection of s, which must be selectable.
func (sel *Selection) Reset(s *Sorter) {
	if !s.Selectable() {
		panic("sorter: Selection of a sorter whose order is drawn")
	}
	if len(sel.heaps) < len(s.groups) {
		sel.heaps = append(sel.heaps, make([]selected, len(s.groups)-len(sel.heaps))...)
	}
	if len(sel.chosen) < len(s.states) {
		sel.chosen = append(sel.chosen, make([]uint32, len(s.states)-len(sel.chosen))...)
	}
	sel.number++
	if sel.number == 0 {
		clear(sel.chosen) // the numbers have come round
		clear(sel.heaps)
		sel.number = 1
	}
	s.prepare() // shares and picks may only grow while it is in use
	sel.sorter, sel.epoch = s, 0
	sel.taken, sel.leaves, sel.frames, sel.pos = sel.taken[:0], sel.leaves[:0], sel.frames[:0], 0
}

// Add adds an active client. It does nothing if the client is in the selection
// already; all additions come before the first Begin.
func (sel *Selection) Add(c Client) {
	s := sel.sorter
	n := s.leaf(c)
	for n != root && sel.chosen[n] != sel.number {
		sel.chosen[n] = sel.number
		up := s.states[n].parent
		sel.push(s.states[up].group, n)
		n = up
	}
}

// Begin starts an iteration over the clients that were not dropped. If the sorter has not changed
// since the last iteration began, this one goes over what the last one found, at no cost.
func (sel *Selection) Begin() {
	s := sel.sorter
	s.prepare()
	sel.pos = 0
	if sel.epoch == s.epoch {
		return
	}
	sel.putBack()
	sel.epoch = s.epoch
	sel.frames = append(sel.frames[:0], s.states[root].group)
}

// putBack returns what was taken to the heaps, children before their parents.
func (sel *Selection) putBack() {
	s := sel.sorter
	for _, t := range slices.Backward(sel.taken) {
		st := &s.states[t.node]
		if st.group == noGroup && !t.dropped || st.group != noGroup && len(sel.heapOf(st.group).heap) > 0 {
			sel.push(s.states[st.parent].group, t.node)
		}
	}
	sel.taken, sel.leaves = sel.taken[:0], sel.leaves[:0]
}

// Next returns the next client, or NoClient and false after the last. It costs
// O(log n) of the clients selected.
func (sel *Selection) Next() (Client, bool) {
	s := sel.sorter
	if sel.epoch != s.epoch {
		panic("sorter: Next after the sorter changed, or before Begin")
	}
	for sel.pos < len(sel.leaves) || sel.take() {
		if sel.pos == len(sel.leaves) { // an internal node was taken
			continue
		}
		t := sel.taken[sel.leaves[sel.pos]]
		sel.pos++
		if !t.dropped {
			return s.states[t.node].client, true
		}
	}
	return NoClient, false
}

// Drop leaves the client that Next returned last out of all iterations until Reset.
func (sel *Selection) Drop() { sel.taken[sel.leaves[sel.pos-1]].dropped = true }

// take takes one more node, or returns false at the end.
func (sel *Selection) take() bool {
	s := sel.sorter
	for len(sel.frames) > 0 {
		n := sel.pop(sel.frames[len(sel.frames)-1])
		if n == noNode {
			sel.frames = sel.frames[:len(sel.frames)-1]
			continue
		}
		if g := s.states[n].group; g != noGroup {
			sel.frames = append(sel.frames, g)
		} else {
			sel.leaves = append(sel.leaves, len(sel.taken))
		}
		sel.taken = append(sel.taken, taken{node: n})
		return true
	}
	return false
}

// heapOf returns what is chosen in g.
func (sel *Selection) heapOf(g groupID) *selected {
	h := &sel.heaps[g]
	if h.number != sel.number {
		h.number, h.heap = sel.number, h.heap[:0]
	}
	return h
}

// push puts the active child n of g into the group's heap as it stands now.
func (sel *Selection) push(g groupID, n node) {
	s := sel.sorter
	h := sel.heapOf(g)
	h.heap = rise(append(h.heap, s.groups[g].tournament[s.states[n].place]))
}

// pop takes the first of the children chosen in g, or returns noNode.
func (sel *Selection) pop(g groupID) node {
	s := sel.sorter
	h := sel.heapOf(g)
	if len(h.heap) == 0 {
		return noNode
	}
	for {
		e := &s.groups[g].tournament[s.states[h.heap[0].node].place]
		if *e == h.heap[0] {
			break
		}
		if invariantsOn && e.before(&h.heap[0]) {
			panic("sorter: Selection used while a share or a number of picks fell")
		}
		h.heap[0] = *e
		sink(h.heap)
	}
	n := h.heap[0].node
	h.heap = removeFirst(h.heap)
	return n
}
