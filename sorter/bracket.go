package sorter

import (
	"math"
	"math/bits"
	"slices"
)

// entry is an active child of a group, with a copy of all that its place in the
// order depends on.
//
// Shares are neither negative nor NaN, hence their bits are in their order.
type entry struct {
	share uint64 // bits of the weighted dominant share
	picks uint64
	label uint64
	node  node
}

func (e *entry) setShare(share float64) { e.share = math.Float64bits(share) }

// before reports whether e comes before o.
func (e *entry) before(o *entry) bool { return precedes(e, o) != 0 }

// precedes returns 1 if x comes before y, and 0 otherwise. The three
// comparisons are one subtraction of 192 bits, because most shares tie when all
// demand is alike, and a branch for each would be guessed wrong every other
// time.
func precedes(x, y *entry) uint64 {
	_, borrow := bits.Sub64(x.label, y.label, 0)
	_, borrow = bits.Sub64(x.picks, y.picks, borrow)
	_, borrow = bits.Sub64(x.share, y.share, borrow)
	return borrow
}

// least returns x or y, whichever comes first, without a branch.
func least(x, y entry) entry {
	mask := -precedes(&y, &x)
	x.share ^= (x.share ^ y.share) & mask
	x.picks ^= (x.picks ^ y.picks) & mask
	x.label ^= (x.label ^ y.label) & mask
	x.node ^= (x.node ^ y.node) & node(mask)
	return x
}

// bracket is the active children of a group as in a knock-out tournament. Its
// places n to 2n-1 are the n children, in any order; each place i from n-1 down
// to 1 has a copy of the one of places 2i and 2i+1 that comes first. Place 1
// thus has the first of all. Place 0 is unused; without children there are no
// places.
//
// When a child changes, those that it meets on its way up are known beforehand:
// no load waits for a comparison, and no branch depends on one. A heap of half
// the size takes twice as long (go test -bench Pick ./sorter).
type bracket []entry

// count returns the number of children.
func (b bracket) count() int { return len(b) / 2 }

// children returns the children's entries.
func (b bracket) children() []entry { return b[len(b)/2:] }

// replay gives the child at a place the entry e and settles who wins above it.
func (b bracket) replay(place int, e entry) {
	b[place] = e
	share, picks, label, winner := e.share, e.picks, e.label, e.node
	for place > 1 {
		// winner = least(winner, o), which is too much for the compiler to inline.
		o := &b[place^1]
		_, borrow := bits.Sub64(o.label, label, 0)
		_, borrow = bits.Sub64(o.picks, picks, borrow)
		_, borrow = bits.Sub64(o.share, share, borrow)
		mask := -borrow
		share ^= (share ^ o.share) & mask
		picks ^= (picks ^ o.picks) & mask
		label ^= (label ^ o.label) & mask
		winner ^= (winner ^ o.node) & node(mask)

		place /= 2
		b[place] = entry{share, picks, label, winner}
	}
}

// settle plays all matches.
func (b bracket) settle() {
	for place := b.count() - 1; place > 0; place-- {
		b[place] = least(b[2*place], b[2*place+1])
	}
}

// relabel changes the label of the child at a place, which keeps its order.
func (b bracket) relabel(place int32, label uint64) {
	for n := b[place].node; place > 0 && b[place].node == n; place /= 2 {
		b[place].label = label
	}
}

// push adds the child n, with the given share, to the bracket of g.
func (t *tree) push(g *group, n node, share float64) {
	e := entry{
		share: math.Float64bits(share),
		picks: t.states[n].picks,
		label: t.tags[n].label,
		node:  n,
	}
	g.bracket = room(g.bracket, 2)
	opponent := len(g.bracket) / 2
	if opponent == 0 {
		g.bracket = append(g.bracket, entry{}, e)
		t.states[n].pos = 1
		return
	}
	// The first of the children moves down to meet the new one.
	g.bracket = append(g.bracket, g.bracket[opponent], e)
	t.states[g.bracket[opponent].node].pos = int32(2 * opponent)
	t.states[n].pos = int32(2*opponent + 1)
	g.bracket.replay(2*opponent+1, e)
}

// pull takes the child n out of the bracket of g.
func (t *tree) pull(g *group, n node) {
	place := int(t.states[n].pos)
	t.states[n].pos = noPos
	last := len(g.bracket) - 1
	if last == 1 {
		g.bracket = g.bracket[:0]
		return
	}
	// Of the last two, whoever remains goes up to where they met, unless it has
	// to take the place of n.
	x, y := g.bracket[last-1], g.bracket[last]
	g.bracket = g.bracket[:last-1]
	if place == last-1 {
		x = y
	}
	t.seat(g.bracket, last/2, x)
	if place < last-1 {
		t.seat(g.bracket, place, y)
	}
}

// seat puts e at a place of a child's and settles what is above it.
func (t *tree) seat(b bracket, place int, e entry) {
	b[place] = e
	t.states[e.node].pos = int32(place)
	for place /= 2; place > 0; place /= 2 {
		b[place] = least(b[2*place], b[2*place+1])
	}
}

// sort sorts the children of g.
func (t *tree) sort(g *group) {
	children := g.bracket.children()
	slices.SortFunc(children, func(x, y entry) int { return int(precedes(&y, &x)) - int(precedes(&x, &y)) })
	for i := range children {
		t.states[children[i].node].pos = int32(len(children) + i)
	}
}
