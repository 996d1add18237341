package sorter

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

// reorderCurrent is reorder while the shares are current.
func (s *Sorter) reorderCurrent(n node) {
	if s.levels != nil {
		s.reorderByLevel(n)
		return
	}
	st := &s.states[n]
	if st.place == noPlace {
		return
	}
	matches := s.siblings(n).tournament
	if matches.count() == 1 {
		return // an only child comes first, whatever it has: see addActive
	}
	matches.replay(int(st.place), entry{
		share: math.Float64bits(s.share(n, s.totals.updateDivisors())),
		picks: st.picks,
		label: matches[st.place].label,
		node:  n,
	})
}
