package sorter

import "github.com/apportion/apportion/quantities"

// Allocated counts q on an agent as allocated to c, and a pick, for the client
// and each of its ancestors. The client must exist.
func (s *Sorter) Allocated(c Client, agent uint32, q quantities.Row) {
	s.epoch++
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

// AllocatedLevels is Allocated for amounts of which ancestors count less than
// the client does, because a shared resource that several clients below one
// path hold on an agent counts once there (Mesos's Node::Allocation::add).
//
// levels[0] is what is new to c itself, levels[1] what is new to the clients at
// or below its path, levels[2] to those at or below the path without its last
// component, and so on; the last is what is new to all clients. For a path of
// k components there must be k + 2 levels.
func (s *Sorter) AllocatedLevels(c Client, agent uint32, levels []quantities.Row) {
	s.epoch++
	own := levels[0]
	for n := s.leaf(c); n != noNode; n = s.states[n].parent {
		levels = s.skipLevel(n, levels)
		s.alloc.Add(int(n), levels[0])
		s.states[n].picks++
		s.reorder(n)
		levels = levels[1:]
	}
	if s.agents != nil {
		s.agents.add(c, agent, own)
	}
	s.verify()
}

// UnallocatedLevels takes back what AllocatedLevels gave, with the levels
// counted likewise: levels[i] is what nobody at that level holds any more.
func (s *Sorter) UnallocatedLevels(c Client, agent uint32, levels []quantities.Row) {
	s.epoch++
	own := levels[0]
	for n := s.leaf(c); n != noNode; n = s.states[n].parent {
		levels = s.skipLevel(n, levels)
		s.alloc.Sub(int(n), levels[0])
		s.reorder(n)
		levels = levels[1:]
	}
	if s.agents != nil {
		s.agents.sub(c, agent, own)
	}
	s.verify()
}

// skipLevel passes over the level of the client itself if its leaf is the node
// of its path, too: a virtual leaf has the first level to itself.
func (s *Sorter) skipLevel(n node, levels []quantities.Row) []quantities.Row {
	if s.kinds[n] != inner && !s.isVirtual(n) {
		return levels[1:]
	}
	return levels
}

// Allocation returns what c, which must exist, has allocated on all agents. It
// is a view: read only, and valid until the next change of the sorter.
func (s *Sorter) Allocation(c Client) quantities.Row {
	return s.alloc.Row(int(s.leaf(c)))
}

// AllocationOn returns what c has allocated on one agent, nil if nothing. It is
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
