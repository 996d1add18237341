package order

import (
	"math"
	"math/bits"

	"github.com/apportion/apportion/internal/widths"
)

// Siblings are ordered by labels instead of names: each sibling's label is a number greater than
// its predecessor's. Adding a node compares names on the way down a treap, and takes a label
// between those of its neighbours. If there is none left, the smallest stretch of numbers around it
// that is empty enough has its labels spread evenly. That costs O(log n) amortized for any
// additions (Bender, Cole, Demaine, Farach-Colton, Zito: Two Simplified Algorithms for Maintaining
// Order in a List, 2002).
//
// A sorted list in place of the treap moves all siblings behind: among 100,000 that takes several times as
// long (go test -bench Replace ./internal/order).

const (
	// maxLabel is the greatest label.
	maxLabel uint64 = 1<<widths.Label - 1

	// appendGap is how far beyond the last label the next one goes, since names
	// often come in ascending order and halving what is left would use it up.
	appendGap uint64 = 1 << (widths.Label / 2)

	// spreadFactor is how much emptier a stretch must be with each doubling of
	// its size to be used; 2/1.4 to the 64th is more than there are nodes.
	spreadFactor = 2 / 1.4

	// minSpacing is the least distance that spreading may leave, so that there
	// is room for another label between any two and at both ends.
	minSpacing uint64 = 8
)

// search looks among the children of g for name. It returns the child, or
// noNode and the sibling that name comes after (noNode if it comes first).
func (t *tree) search(g *group, name string) (found, before node) {
	before = noNode
	for n := g.treap; n != noNode; {
		other := t.name(n)
		switch {
		case name == other:
			return n, noNode
		case name < other:
			n = t.tags[n].left
		default:
			before, n = n, t.tags[n].right
		}
	}
	return noNode, before
}

// link gives n a label between those of its neighbours and puts it into the
// list and the treap of g.
func (t *tree) link(g *group, n, before node) {
	after := g.firstChild
	if before != noNode {
		after = t.tags[before].next
	}
	t.tags[n].label = t.labelBetween(g, before, after)
	t.join(g, before, n)
	t.join(g, n, after)
	t.treapInsert(&g.treap, n)
}

// unlink undoes link.
func (t *tree) unlink(g *group, n node) {
	t.treapDelete(&g.treap, n)
	t.join(g, t.tags[n].prev, t.tags[n].next)
}

// join makes y follow x in the list of g; either may be its end.
func (t *tree) join(g *group, x, y node) {
	if x == noNode {
		g.firstChild = y
	} else {
		t.tags[x].next = y
	}
	if y != noNode {
		t.tags[y].prev = x
	}
}

// labelBetween returns a label between two neighbours, and makes room for it
// if there is none.
func (t *tree) labelBetween(g *group, before, after node) uint64 {
	for {
		low, high := uint64(0), maxLabel
		if before != noNode {
			low = t.tags[before].label
		}
		if after != noNode {
			high = t.tags[after].label
		}
		switch gap := high - low; {
		case before != noNode && after == noNode && gap > 2*appendGap:
			return low + appendGap
		case before == noNode && after != noNode && gap > 2*appendGap:
			return high - appendGap
		case gap >= 2:
			return low + gap/2
		}
		if before != noNode {
			t.spread(g, before)
		} else {
			t.spread(g, after)
		}
	}
}

// spread relabels the smallest aligned stretch of numbers around the label of
// centre that is empty enough.
func (t *tree) spread(g *group, centre node) {
	lowest, highest, count := centre, centre, uint64(1)
	capacity := 1.0
	for exponent := 1; ; exponent++ {
		capacity *= spreadFactor
		mask := uint64(math.MaxUint64) >> (64 - exponent)
		start := t.tags[centre].label &^ mask
		end := start | mask // inclusive
		for n := t.tags[lowest].prev; n != noNode && t.tags[n].label >= start; n = t.tags[n].prev {
			lowest = n
			count++
		}
		for n := t.tags[highest].next; n != noNode && t.tags[n].label <= end; n = t.tags[n].next {
			highest = n
			count++
		}

		spacing := mask / count
		if spacing < minSpacing || float64(count) > capacity && exponent < widths.Label {
			continue
		}
		label := start + spacing/2
		for n := lowest; ; n = t.tags[n].next {
			t.relabel(g, n, label)
			if n == highest {
				return
			}
			label += spacing
		}
	}
}

// relabel changes the label of n, wherever a copy of it is kept. Neither the
// treap nor the tournament changes, since the order stays the same.
func (t *tree) relabel(g *group, n node, label uint64) {
	t.tags[n].label = label
	if pos := t.states[n].place; pos != noPlace {
		g.tournament.relabel(pos, label)
	}
}

// priority is what the treap is a heap by: a hash of the index, so that the
// shape is a function of the calls alone.
func priority(n node) uint32 {
	h := uint64(n+1) * 0x9e3779b97f4a7c15
	return uint32(bits.Reverse64(h) * 0xd6e8feb86659fd93 >> 32)
}

// treapSlot returns where n is in the treap, or has to go.
func (t *tree) treapSlot(slot *node, n node) *node {
	for *slot != noNode && *slot != n && priority(*slot) >= priority(n) {
		if t.tags[n].label < t.tags[*slot].label {
			slot = &t.tags[*slot].left
		} else {
			slot = &t.tags[*slot].right
		}
	}
	return slot
}

func (t *tree) treapInsert(treap *node, n node) {
	slot := t.treapSlot(treap, n)
	// Split what is below: what comes before n to its left, the rest to its
	// right.
	rest := *slot
	*slot = n
	left, right := &t.tags[n].left, &t.tags[n].right
	for rest != noNode {
		if t.tags[rest].label < t.tags[n].label {
			*left = rest
			left = &t.tags[rest].right
			rest = *left
		} else {
			*right = rest
			right = &t.tags[rest].left
			rest = *right
		}
	}
	*left, *right = noNode, noNode
}

func (t *tree) treapDelete(treap *node, n node) {
	slot := t.treapSlot(treap, n)
	left, right := t.tags[n].left, t.tags[n].right
	for left != noNode && right != noNode {
		if priority(left) > priority(right) {
			*slot = left
			slot = &t.tags[left].right
			left = *slot
		} else {
			*slot = right
			slot = &t.tags[right].left
			right = *slot
		}
	}
	if left == noNode {
		left = right
	}
	*slot = left
}
