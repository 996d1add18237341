package order

// Active reports whether c takes part in iterations; false if there is no such
// client.
func (s *Sorter) Active(c Client) bool {
	return s.has(c) && s.tags[s.leaves[c]].kind == activeLeaf
}

// Activate makes c take part in iterations. It does nothing if c does so
// already. An unknown client is ErrUnknownClient.
func (s *Sorter) Activate(c Client) error { return s.setActive("activate", c, activeLeaf) }

// Deactivate ends what Activate began; allocation, picks and weight stay. An
// unknown client is ErrUnknownClient.
func (s *Sorter) Deactivate(c Client) error { return s.setActive("deactivate", c, inactiveLeaf) }

// setActive makes the leaf of c an active or an inactive one.
func (s *Sorter) setActive(op string, c Client, k kind) error {
	if !s.has(c) {
		return clientError(op, c)
	}
	n := s.leaves[c]
	if s.tags[n].kind == k {
		return nil
	}
	s.invalidate()
	if k == activeLeaf {
		s.tags[n].kind = k
		s.queueForWeight(n)
		s.addToOrder(n)
	} else {
		s.removeFromOrder(n)
		s.tags[n].kind = k
	}
	s.reorderPath(n)
	s.verify()
	return nil
}

// isActive reports whether n is an active leaf or leads to one.
func (t *tree) isActive(n node) bool {
	switch t.tags[n].kind {
	case activeLeaf:
		return true
	case internal:
		return t.groupOf(n).active > 0
	default:
		return false
	}
}

// addToOrder puts n, which has become active, among its active siblings. If n is the first of
// these, its parent becomes active, too, and so on upwards.
func (s *Sorter) addToOrder(n node) {
	for ; n != root; n = s.states[n].parent {
		g := s.siblings(n)
		s.noteAsking(n, true)
		s.addActive(g, n)
		if g.active > 1 {
			return
		}
	}
}

// removeFromOrder undoes addToOrder, for an n that is about to be no longer
// active.
func (s *Sorter) removeFromOrder(n node) {
	for ; n != root; n = s.states[n].parent {
		g := s.siblings(n)
		s.noteAsking(n, false)
		s.removeActive(g, n)
		if g.active > 0 {
			return
		}
	}
}

// addActive adds n to the active children of g.
func (s *Sorter) addActive(g *group, n node) {
	g.active++
	if s.AllDrawn() {
		return
	}
	if g.active == 2 && s.levels == nil { // reorderCurrent has left an only child as it was
		g.tournament.replay(1, s.entryOf(g.tournament[1].node))
	}
	s.addEntry(g, s.entryOf(n))
}

// removeActive takes n from the active children of g.
func (s *Sorter) removeActive(g *group, n node) {
	g.active--
	if !s.AllDrawn() {
		s.removeEntry(g, n)
	}
}
