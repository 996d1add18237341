package sorter

import (
	"fmt"
	"math"
)

// checkInvariants panics with the number of the first invariant of [Sorter]
// that does not hold. It looks at everything, and runs on every exit that
// follows a change if built with the tag invariants.
func (s *Sorter) checkInvariants() {
	for n := range node(len(s.states)) {
		if s.kinds[n] != unused {
			s.checkNode(n)
		}
	}
	for g := range groupID(len(s.groups)) {
		if s.groups[g].owner != noNode {
			s.checkChildren(&s.groups[g])
			s.checkBracket(&s.groups[g])
		}
	}
	for path, c := range s.clients {
		s.must(2, s.has(c) && s.states[s.leaves[c]].client == c, path)
		s.must(2, s.clientPath(s.leaves[c]) == path, path)
	}
	s.must(2, len(s.clients)+len(s.free) == len(s.leaves), "count of clients")
}

func (s *Sorter) must(invariant int, holds bool, subject string) {
	if !holds {
		panic(fmt.Sprintf("sorter: invariant %d does not hold: %s", invariant, subject))
	}
}

func (s *Sorter) checkNode(n node) {
	st := &s.states[n]
	if s.kinds[n] == inner {
		s.must(1, st.group != noGrp && st.client == NoClient, s.paths[n])
		g := s.groupOf(n)
		s.must(1, g.owner == n, s.paths[n])
		if n != root {
			s.must(1, g.children > 1 || g.children == 1 && g.virtual == noNode, s.paths[n])
		}
	} else {
		s.must(1, st.group == noGrp && st.client != NoClient, s.paths[n])
		s.must(2, s.leaves[st.client] == n, s.paths[n])
	}
	lookedUp := s.isActive(n) || s.kinds[n] == inner && s.policy == DRF
	if n != root && lookedUp && st.weight == 0 {
		s.must(8, s.queued[n], s.paths[n])
	}
	for _, a := range s.alloc.Row(int(n)) {
		s.must(9, a >= 0, s.paths[n])
	}
}

func (s *Sorter) checkChildren(g *group) {
	var children, active uint32
	before := noNode
	for n := g.first; n != noNode; n = s.next[n] {
		s.must(3, s.states[n].parent == g.owner, s.paths[n])
		s.must(3, s.prev[n] == before, s.paths[n])
		if before != noNode {
			s.must(3, s.name(before) < s.name(n) && s.labels[before] < s.labels[n], s.paths[n])
		}
		found, _, _ := s.search(g, s.name(n))
		s.must(3, found == n, s.paths[n])
		for _, below := range []node{s.left[n], s.right[n]} {
			s.must(3, below == noNode || priority(below) <= priority(n), s.paths[n])
		}
		s.must(3, (s.name(n) == virtualName) == (g.virtual == n), s.paths[n])

		children++
		if s.isActive(n) {
			active++
		}
		inBracket := s.isActive(n) && s.policy == DRF
		s.must(5, inBracket == (s.states[n].pos != noPos), s.paths[n])
		before = n
	}
	s.must(3, children == g.children, s.paths[g.owner])
	s.must(4, active == g.active, s.paths[g.owner])
}

func (s *Sorter) checkBracket(g *group) {
	b := g.bracket
	if s.policy != DRF {
		s.must(5, len(b) == 0, s.paths[g.owner])
		return
	}
	s.must(5, b.count() == int(g.active), s.paths[g.owner])
	divisors := s.totals.dividers()
	for i := b.count(); i < len(b); i++ {
		e := &b[i]
		path := s.paths[e.node]
		s.must(5, s.states[e.node].pos == int32(i) && e.label == s.labels[e.node], path)
		if s.isFresh() {
			s.must(5, e.picks == s.states[e.node].picks, path)
			s.must(6, e.share == math.Float64bits(s.share(e.node, divisors)), path)
		}
	}
	for i := 1; i < b.count(); i++ {
		x, y := &b[2*i], &b[2*i+1]
		if y.before(x) {
			x, y = y, x
		}
		s.must(7, b[i] == *x && x.before(y), s.paths[g.owner])
	}
}
