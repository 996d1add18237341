package order

import "github.com/apportion/apportion/quantities"

// Allocated counts q as allocated to c, and a pick, for the client and each of its
// ancestors. The client must exist.
func (s *Sorter) Allocated(c Client, q quantities.Row) {
	s.epoch++
	s.beforeChange(c)
	current := s.sharesAreCurrent()
	for n := s.leaf(c); n != noNode; n = s.states[n].parent {
		s.alloc.Add(int(n), q)
		s.states[n].picks++
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
	s.beforeChange(c)
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
	if old.Equal(new) {
		return
	}
	s.epoch++
	s.beforeChange(c)
	for n := s.leaf(c); n != noNode; n = s.states[n].parent {
		s.alloc.Sub(int(n), old)
		s.alloc.Add(int(n), new)
		s.reorder(n)
	}
	s.verify()
}

// beforeChange is called before what a client holds changes.
func (s *Sorter) beforeChange(c Client) {
	if s.levels != nil {
		s.settle(s.leaf(c))
	}
}

// settle counts what a leaf, and all above it, have held up to now, for the policies that look at
// time.
func (s *Sorter) settle(n node) {
	if s.levels.decays {
		s.settleMeans(n)
	}
	for ; s.levels.timed && n != root; n = s.states[n].parent {
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
