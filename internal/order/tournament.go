package order

import (
	"math/bits"
	"slices"
)

// tournament is a group's n active children as in a knock-out tournament: places n to 2n-1
// are the children in any order, and place i < n copies the winner, the one that comes first,
// of places 2i and 2i+1. So place 1 is the first of all. Place 0 is unused; without children
// there are no places.
//
// When a child changes, its opponents on the way up are known beforehand: no load waits for a
// comparison, and no branch depends on one. A heap takes half the memory and is slower (go test -bench
// Pick ./internal/order).
type tournament []entry

// count returns the number of children.
func (t tournament) count() int { return len(t) / 2 }

// children returns the children's entries.
func (t tournament) children() []entry { return t[len(t)/2:] }

// replay gives the child at a place the entry e and plays its matches again, up
// to the final.
func (t tournament) replay(place int, e entry) {
	t[place] = e
	share, picks, label, winner := e.share, e.picks, e.label, e.node
	for place := uint(place); place > 1; {
		// As in play, with a conditional move for each word and all of them in registers.
		o := t[place^1]
		_, borrow := bits.Sub64(o.label, label, 0)
		_, borrow = bits.Sub64(o.picks, picks, borrow)
		_, borrow = bits.Sub64(o.share, share, borrow)
		if -borrow != 0 {
			share, picks, label, winner = o.share, o.picks, o.label, o.node
		}

		place /= 2
		w := &t[place]
		w.share, w.picks, w.label, w.node = share, picks, label, winner
	}
}

// play plays the match of a place.
func (t tournament) play(place int) {
	pair := t[2*place : 2*place+2]
	t[place] = pair[precedes(&pair[1], &pair[0])&1]
}

// playAll plays all matches.
func (t tournament) playAll() {
	for place := t.count() - 1; place > 0; place-- {
		t.play(place)
	}
}

// relabel changes the label of the child at a place, which keeps its order.
func (t tournament) relabel(place int32, label uint64) {
	for n := t[place].node; place > 0 && t[place].node == n; place /= 2 {
		t[place].label = label
	}
}

// addEntry adds a child to the tournament of g.
func (t *tree) addEntry(g *group, e entry) {
	g.tournament = withRoom(g.tournament, 2)
	opponent := len(g.tournament) / 2
	if opponent == 0 {
		g.tournament = append(g.tournament, entry{}, e)
		t.states[e.node].place = 1
		return
	}
	// The first of the children moves down to meet the new one.
	g.tournament = append(g.tournament, g.tournament[opponent], e)
	t.states[g.tournament[opponent].node].place = int32(2 * opponent)
	t.states[e.node].place = int32(2*opponent + 1)
	g.tournament.replay(2*opponent+1, e)
}

// removeEntry takes the child n out of the tournament of g.
func (t *tree) removeEntry(g *group, n node) {
	place := int(t.states[n].place)
	t.states[n].place = noPlace
	last := len(g.tournament) - 1
	if last == 1 {
		g.tournament = g.tournament[:0]
		return
	}
	// The last two places go. One of their children moves up to where they met; the other, unless
	// it is n, takes n's place.
	x, y := g.tournament[last-1], g.tournament[last]
	g.tournament = g.tournament[:last-1]
	if place == last-1 {
		x = y
	}
	t.moveEntry(g.tournament, last/2, x)
	if place < last-1 {
		t.moveEntry(g.tournament, place, y)
	}
}

// moveEntry puts e at a place of a child's and plays the matches above it.
func (t *tree) moveEntry(matches tournament, place int, e entry) {
	matches[place] = e
	t.states[e.node].place = int32(place)
	for place /= 2; place > 0; place /= 2 {
		matches.play(place)
	}
}

// sortEntries sorts the children of g. Their matches are still to be played.
func (t *tree) sortEntries(g *group) {
	children := g.tournament.children()
	slices.SortFunc(children, func(x, y entry) int { return int(precedes(&y, &x)) - int(precedes(&x, &y)) })
	for i := range children {
		t.states[children[i].node].place = int32(len(children) + i)
	}
}
