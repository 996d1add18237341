package sorter

import "github.com/apportion/apportion/quantities"

// Allocated counts q on an agent as allocated to c, and a pick, for the client
// and each of its ancestors. The client must exist.
func (s *Sorter) Allocated(c Client, agent uint32, q quantities.Row) {
	s.epoch++
	s.beforeChange(c)
	for n := s.leaf(c); n != noNode; n = s.states[n].parent {
		s.alloc.Add(int(n), q)
		s.states[n].picks++
		s.reorder(n)
	}
	if s.agents != nil {
		s.agents.add(c, agent, q)
	}
	s.verify()
}

// Unallocated takes back q of what c has allocated on an agent. Picks stay. The
// client must exist, and have as much.
func (s *Sorter) Unallocated(c Client, agent uint32, q quantities.Row) {
	s.epoch++
	s.beforeChange(c)
	for n := s.leaf(c); n != noNode; n = s.states[n].parent {
		s.alloc.Sub(int(n), q)
		s.reorder(n)
	}
	if s.agents != nil {
		s.agents.sub(c, agent, q)
	}
	s.verify()
}

// Update replaces old by new in what c has allocated on an agent. That is no
// pick. The client must exist, and have old.
func (s *Sorter) Update(c Client, agent uint32, old, new quantities.Row) {
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
	if s.agents != nil {
		s.agents.add(c, agent, new)
		s.agents.sub(c, agent, old)
	}
	s.verify()
}

// beforeChange is called before what a client holds changes.
func (s *Sorter) beforeChange(c Client) {
	if s.levels != nil && s.levels.decays {
		s.settleMeans(s.leaf(c))
	}
}

// Allocation returns what c, which must exist, has allocated on all agents. It
// is a view: read only, and valid until the next change of the sorter.
func (s *Sorter) Allocation(c Client) quantities.Row {
	return s.alloc.Row(int(s.leaf(c)))
}

// AllocationOn returns what c has allocated on one agent. It is
// a view: read only, and valid until the next change of the sorter. It panics
// unless the sorter was made with TrackAgents.
func (s *Sorter) AllocationOn(c Client, agent uint32) quantities.Row {
	if s.agents == nil {
		panic("sorter: AllocationOn without TrackAgents")
	}
	return s.agents.at(c, agent)
}

// Total returns what all clients together have allocated. It is a view: read
// only, and valid until the next change of the sorter.
func (s *Sorter) Total() quantities.Row { return s.alloc.Row(int(root)) }
