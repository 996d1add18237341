package order

import (
	"fmt"
	"slices"
	"sync"
)

// checkInvariants panics with the number of the first invariant of [Sorter]
// that does not hold. It looks at everything, and runs on every exit that
// follows a change if built with the tag invariants.
func (s *Sorter) checkInvariants() {
	for n := range node(len(s.states)) {
		if s.tags[n].kind != unused {
			s.checkNode(n)
		}
	}
	for g := range groupID(len(s.groups)) {
		if s.groups[g].owner != noNode {
			s.checkChildren(&s.groups[g])
			s.checkTournament(&s.groups[g])
		}
	}
	s.checkSums()
	count := 0
	for c := range Client(len(s.leaves)) {
		if s.leaves[c] == noNode {
			continue
		}
		count++
		found, ok := s.Find(s.Path(c))
		s.must(2, ok && found == c && s.states[s.leaves[c]].client == c, s.Path(c))
	}
	s.must(2, count == s.Count(), "count of clients")
}

// recomputed has the memory for sums of HDRF that are computed anew, so that tests
// of what is allocated hold where invariants are checked.
var recomputed = sync.Pool{New: func() any { return new(recomputation) }}

type recomputation struct {
	keys keyMaker
	sums hdrf
}

// checkSums compares the sums of HDRF with those that are computed anew.
func (s *Sorter) checkSums() {
	if s.levels == nil || s.levels.hdrf == nil || !s.sharesAreCurrent() {
		return
	}
	anew := recomputed.Get().(*recomputation)
	defer recomputed.Put(anew)
	anew.keys = keyMaker{sorter: s, remember: true, divisors: *s.totals.updateDivisors(), vector: anew.keys.vector}
	have, want := s.levels.hdrf, &anew.sums
	want.build(&anew.keys)
	s.must(10, slices.Equal(have.saturated, want.saturated), "saturated resources")
	for g := range s.groups {
		x, y := &have.groups[g], &want.groups[g]
		if s.groups[g].owner != noNode && len(y.least) > 0 {
			s.must(10, slices.Equal(x.least, y.least) && slices.Equal(x.scaled, y.scaled) && slices.Equal(x.plain, y.plain), s.tags[s.groups[g].owner].path)
		}
	}
}

func (s *Sorter) must(invariant int, holds bool, subject string) {
	if !holds {
		panic(fmt.Sprintf("sorter: invariant %d does not hold: %s", invariant, subject))
	}
}

func (s *Sorter) checkNode(n node) {
	st := &s.states[n]
	if s.tags[n].kind == internal {
		s.must(1, st.group != noGroup && st.client == NoClient, s.tags[n].path)
		g := s.groupOf(n)
		s.must(1, g.owner == n, s.tags[n].path)
		if n != root {
			s.must(1, g.children > 1 || g.children == 1 && g.virtual == noNode, s.tags[n].path)
		}
	} else {
		s.must(1, st.group == noGroup && st.client != NoClient, s.tags[n].path)
		s.must(2, s.leaves[st.client] == n, s.tags[n].path)
	}
	lookedUp := s.isActive(n) || s.tags[n].kind == internal && !s.AllDrawn()
	if n != root && lookedUp && st.weight == 0 {
		s.must(8, s.tags[n].queued, s.tags[n].path)
	}
	for _, a := range s.alloc.Row(int(n)).All() {
		s.must(9, a >= 0, s.tags[n].path)
	}
}

func (s *Sorter) checkChildren(g *group) {
	var children, active uint32
	before := noNode
	for n := g.firstChild; n != noNode; n = s.tags[n].next {
		s.must(3, s.states[n].parent == g.owner, s.tags[n].path)
		s.must(3, s.tags[n].prev == before, s.tags[n].path)
		if before != noNode {
			s.must(3, s.name(before) < s.name(n) && s.tags[before].label < s.tags[n].label, s.tags[n].path)
		}
		found, _ := s.search(g, s.name(n))
		s.must(3, found == n, s.tags[n].path)
		for _, below := range []node{s.tags[n].left, s.tags[n].right} {
			s.must(3, below == noNode || priority(below) <= priority(n), s.tags[n].path)
		}
		s.must(3, (s.name(n) == virtualName) == (g.virtual == n), s.tags[n].path)

		children++
		if s.isActive(n) {
			active++
		}
		competes := s.isActive(n) && !s.AllDrawn()
		s.must(5, competes == (s.states[n].place != noPlace), s.tags[n].path)
		before = n
	}
	s.must(3, children == g.children, s.tags[g.owner].path)
	s.must(4, active == g.active, s.tags[g.owner].path)
}

func (s *Sorter) checkTournament(g *group) {
	b := g.tournament
	if s.AllDrawn() {
		s.must(5, len(b) == 0, s.tags[g.owner].path)
		return
	}
	s.must(5, b.count() == int(g.active), s.tags[g.owner].path)
	for i := b.count(); i < len(b); i++ {
		e := &b[i]
		path := s.tags[e.node].path
		s.must(5, s.states[e.node].place == int32(i) && e.label == s.tags[e.node].label, path)
		if s.sharesAreCurrent() && (b.count() > 1 || s.levels != nil) && !slices.Contains(s.moved, e.node) {
			want := s.entryOf(e.node)
			s.must(6, e.picks == want.picks && e.share == want.share, path)
		}
	}
	for i := 1; i < b.count(); i++ {
		x, y := &b[2*i], &b[2*i+1]
		if y.before(x) {
			x, y = y, x
		}
		s.must(7, b[i] == *x && x.before(y), s.tags[g.owner].path)
	}
}
