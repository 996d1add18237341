package order

// sharesAreCurrent reports whether the shares in the tournaments belong to the present totals and,
// if keys depend on the time, to the present time. The nodes in moved are excepted. While shares
// are not current, Mesos's sorter is "dirty".
func (s *Sorter) sharesAreCurrent() bool {
	return s.sharesVersion == s.totals.version && (s.levels == nil || !s.levels.ages() || s.levels.now == s.totals.now)
}

// prepare brings everything up to date that was put off until an iteration.
func (s *Sorter) prepare() {
	if len(s.unweighed) > 0 || s.resort || len(s.moved) > 0 || !s.sharesAreCurrent() {
		s.bringUpToDate()
	}
}

func (s *Sorter) bringUpToDate() {
	if len(s.unweighed) > 0 {
		s.lookUpWeights()
	}
	if !s.AllDrawn() && (s.resort || !s.sharesAreCurrent()) {
		s.updateShares()
		s.epoch++
	}
	s.reorderMoved()
}

// updateShares computes every share again, and what nodes are ordered by where levels have
// rules of their own, and plays all matches.
func (s *Sorter) updateShares() {
	by, l := s.totals.updateDivisors(), s.levels
	if l != nil {
		l.keys.refresh()
		l.now = s.totals.now
		if l.hdrf != nil {
			l.hdrf.build(&l.keys)
		}
	}
	for i := range s.groups {
		g := &s.groups[i]
		if g.owner == noNode || len(g.tournament) == 0 {
			continue
		}
		children := g.tournament.children()
		if l != nil {
			r := s.ruleOf(groupID(i))
			for j := range children {
				children[j] = l.keys.entry(children[j].node, r)
			}
		} else {
			for j := range children {
				e := &children[j]
				e.setShare(s.share(e.node, by))
				e.picks = s.states[e.node].picks
			}
		}
		if s.resort {
			s.sortEntries(g)
		}
		g.tournament.playAll()
	}
	s.sharesVersion, s.moved = s.totals.version, s.moved[:0]
}
