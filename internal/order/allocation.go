package order

import "github.com/apportion/apportion/quantities"

// Allocated counts q as allocated to c, and a pick, for the client and each of its
// ancestors. The client must exist.
func (s *Sorter) Allocated(c Client, q quantities.Row) { s.allocate(c, q, 1) }

// allocate counts q as allocated to c, and so many picks.
func (s *Sorter) allocate(c Client, q quantities.Row, picks uint64) {
	s.epoch++
	s.settle(c)
	current := s.sharesAreCurrent()
	for n := s.leaf(c); n != noNode; n = s.states[n].parent {
		s.alloc.Add(int(n), q)
		s.states[n].picks += picks
		if current {
			s.reorderCurrent(n)
		}
	}
	s.verify()
}

// Unallocated takes back q of what c has allocated. Picks stay. The client must exist,
// and have as much.
func (s *Sorter) Unallocated(c Client, q quantities.Row) {
	s.epoch++
	s.settle(c)
	current := s.sharesAreCurrent()
	for n := s.leaf(c); n != noNode; n = s.states[n].parent {
		s.alloc.Sub(int(n), q)
		if current {
			s.reorderCurrent(n)
		}
	}
	s.verify()
}

// Update replaces old by new in what c has allocated, after an operation on an offer has converted
// it (Ledger.ChangeHeld). It does not count as a pick. The client must exist, and have old.
func (s *Sorter) Update(c Client, old, new quantities.Row) {
	if !old.Equal(new) {
		s.Unallocated(c, old)
		s.allocate(c, new, 0)
	}
}

// settle counts what c, and all above it, have held up to now, for the policies that look at time.
// It comes before each change of what c holds.
func (s *Sorter) settle(c Client) {
	l := s.levels
	if l == nil {
		return
	}
	n := s.leaf(c)
	if l.decays {
		s.settleMeans(n)
	}
	for ; l.timed && n != root; n = s.states[n].parent {
		s.settleLifetime(n)
	}
}

// Allocation returns what c, which must exist, has allocated on all agents. It
// is a view: read only, and valid until the next change of the sorter.
func (s *Sorter) Allocation(c Client) quantities.Row {
	return s.alloc.Row(int(s.leaf(c)))
}

// Total returns what all clients together have allocated. It is a view: read
// only, and valid until the next change of the sorter.
func (s *Sorter) Total() quantities.Row { return s.alloc.Row(int(root)) }
