package order

import "math"

// entryOf returns how n is ordered among its siblings now.
func (s *Sorter) entryOf(n node) entry {
	if s.levels != nil {
		if !s.sharesAreCurrent() {
			return entry{label: s.tags[n].label, node: n} // its key will be computed with all others
		}
		s.levels.keys.refresh()
		return s.levels.keys.entry(n, s.siblingRule(n))
	}
	return entry{
		share: math.Float64bits(s.share(n, s.totals.updateDivisors())),
		picks: s.states[n].picks,
		label: s.tags[n].label,
		node:  n,
	}
}

// reorder moves n, whose allocation, picks or weight changed, to its place
// among its siblings. While the shares are not current there is no hurry:
// updateShares will do it.
func (s *Sorter) reorder(n node) {
	if s.sharesAreCurrent() {
		s.reorderCurrent(n)
	}
}

// reorderCurrent is reorder while the shares are current. Under DRF alone it leaves the work to the
// next iteration: between two iterations thousands of calls may give back what one client has.
func (s *Sorter) reorderCurrent(n node) {
	if s.levels != nil {
		s.reorderByLevel(n)
		return
	}
	if s.states[n].place == noPlace || s.siblings(n).tournament.count() == 1 {
		return // an only child comes first, whatever it has: see addActive
	}
	last := len(s.moved) - 1
	switch {
	case last >= 0 && s.moved[last] == n:
	case last >= len(s.states)/8:
		s.sharesVersion = staleShares // to compute all shares costs less than so many paths
	default:
		s.moved = append(s.moved, n)
	}
}

// reorderMoved brings the nodes that have moved to their places.
func (s *Sorter) reorderMoved() {
	by := s.totals.updateDivisors()
	for _, n := range s.moved {
		st := &s.states[n]
		if st.place == noPlace {
			continue // it has left since
		}
		matches := s.siblings(n).tournament
		matches.replay(int(st.place), entry{
			share: math.Float64bits(s.share(n, by)),
			picks: st.picks,
			label: matches[st.place].label,
			node:  n,
		})
	}
	s.moved = s.moved[:0]
}
