package order

import "math"

// rankOf returns the rank of n.
func (t *tree) rankOf(n node) float64 { return t.readExtra(n).rank }

// SetRank sets the rank of a path with clients at or below it: under Ranked the lowest comes
// first. The rank is 0 until set, and lasts as long as the path is in the tree. It may be
// infinite; NaN is ErrBadRank. A path that leads to no client is ErrUnknownPath.
//
// Cost: finding the path; where an Ordering orders its n siblings, log n more.
func (s *Sorter) SetRank(path string, rank float64) error {
	if math.IsNaN(rank) {
		return pathError("set rank", path, ErrBadRank)
	}
	at := s.descend(path)
	if at.start <= len(path) || at.node == root || s.isVirtual(at.node) {
		return pathError("set rank", path, ErrUnknownPath)
	}
	s.setRank(at.node, rank)
	return nil
}

// SetClientRank is SetRank for the path of a client, without looking for it. An
// unknown client is ErrUnknownClient.
func (s *Sorter) SetClientRank(c Client, rank float64) error {
	if !s.has(c) {
		return clientError("set rank", c)
	}
	n := s.pathNode(s.leaves[c])
	if math.IsNaN(rank) {
		return pathError("set rank", s.clientPath(n), ErrBadRank)
	}
	s.setRank(n, rank)
	return nil
}

func (s *Sorter) setRank(n node, rank float64) {
	if s.rankOf(n) == rank {
		return
	}
	s.epoch++
	s.extraOf(n).rank = rank
	if s.isOrderedByKey(n) {
		s.reorder(n)
	}
	s.verify()
}

// isOrderedByKey reports whether an Ordering decides the place of n among its siblings: nothing
// else looks at ranks.
func (s *Sorter) isOrderedByKey(n node) bool {
	return s.levels != nil && s.siblingRule(n).method == byKey
}
