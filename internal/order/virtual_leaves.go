package order

// addVirtual makes the leaf that stands for the internal node n's own path.
func (s *Sorter) addVirtual(n node, k kind, c Client) node {
	_, before := s.search(s.groupOf(n), virtualName)
	leaf := s.newNode(virtualName, 0, n, k)
	s.attach(leaf, before)
	s.setLeaf(c, leaf)
	return leaf
}

// makeInternal makes an internal node of the leaf n. n's client moves to a virtual leaf, which
// starts with the same allocation and picks. The virtual leaf has a weight of its own; the weight
// of n's path stays with n.
func (s *Sorter) makeInternal(n node) {
	k, c := s.tags[n].kind, s.states[n].client
	s.tags[n].kind = internal
	s.states[n].client = NoClient
	s.newGroup(n)
	s.queueForWeight(n)

	leaf := s.addVirtual(n, k, c)
	s.states[leaf].picks = s.states[n].picks
	s.alloc.Assign(int(leaf), s.alloc.Row(int(n)))
	s.inheritMean(n, leaf)
	s.inheritLifetime(n, leaf)
	s.moveBlocked(n, leaf)
	if k == activeLeaf {
		// n has been in its parent's tournament, and stays there.
		s.queueForWeight(leaf)
		s.addActive(s.groupOf(n), leaf)
	}
}

// collapse makes a leaf of the internal node n if its only child is virtual. Remove calls it on the way up. n
// keeps its own picks, which include those of the virtual leaf, and its own weight. The virtual leaf's weight is
// lost with that leaf.
func (s *Sorter) collapse(n node) {
	g := s.groupOf(n)
	leaf := g.virtual
	if g.children != 1 || leaf == noNode {
		return
	}
	k, c := s.tags[leaf].kind, s.states[leaf].client
	if k == activeLeaf {
		s.removeActive(g, leaf)
	}
	s.moveBlocked(leaf, n)
	s.detach(leaf)
	s.freeNode(leaf)
	s.freeGroup(n)
	s.tags[n].kind = k
	s.setLeaf(c, n)
}
