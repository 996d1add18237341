package tape

import "github.com/apportion/apportion/core"

// A player gives the allocator's own numbers for those of the cast, as a calls.Renumbering.
// Roles, kinds and items are declared when they are first named. After a fault, which
// is p.err, nothing is.

// Agent is AgentID; 0 if nobody knows it.
func (p *Player) Agent(n core.AgentID) core.AgentID {
	if p.Current && !p.There(uint32(n)) {
		return 0
	}
	return p.AgentID(uint32(n))
}

// Framework is FrameworkID, as Agent.
func (p *Player) Framework(n core.FrameworkID) core.FrameworkID {
	if p.Current && !p.thereFramework(uint32(n)) {
		return 0
	}
	return p.FrameworkID(uint32(n))
}

// Time is the present.
func (p *Player) Time(core.Time) core.Time { return p.now }

// Role is the allocator's number of a role.
func (p *Player) Role(n core.RoleID) core.RoleID {
	if n == core.AllRoles {
		return n
	}
	return declared(p, &p.roles, p.numbers.roles, uint32(n), func() (core.RoleID, error) {
		return p.Target.InternRole(p.cast.Roles[n].Path)
	})
}

// Kind is the allocator's number of a kind.
func (p *Player) Kind(n core.KindID) core.KindID {
	return declared(p, &p.kinds, p.numbers.kinds, uint32(n), func() (core.KindID, error) {
		return p.Target.InternKind(p.cast.Kinds[n].declared)
	})
}

// item is the allocator's number of an item of a set.
func (p *Player) item(n uint64) uint64 {
	return declared(p, &p.items, p.numbers.items, n, func() (uint64, error) {
		return p.Target.InternItem(p.cast.Items[n])
	})
}

// declared is what one of the cast's numbers is to the allocator: ids are by number, from 1.
func declared[ID, N ~uint32 | ~uint64](p *Player, ids *[]ID, numbers map[ID]N, n N, declare func() (ID, error)) ID {
	for int(n) >= len(*ids) {
		*ids = append(*ids, 0)
	}
	if id := (*ids)[n]; id != 0 {
		return id - 1
	}
	if p.err != nil {
		return 0
	}
	id, err := declare()
	if p.err = err; err == nil {
		(*ids)[n], numbers[id] = id+1, n
		p.Named++
	}
	return id
}

// Resources are resources in the allocator's own numbers. They are good until the call is
// over.
func (p *Player) Resources(list []core.Resource) []core.Resource {
	from := len(p.resources)
	for _, r := range list {
		n := uint32(r.Kind)
		if int(n) < len(p.kinds) && p.kinds[n] != 0 {
			r.Kind = p.kinds[n] - 1
		} else {
			r.Kind = p.Kind(r.Kind)
		}
		if !p.cast.Kinds[n].Items() {
			p.resources = append(p.resources, r)
			continue
		}
		for x := r.Begin; x <= r.End && p.err == nil; x++ { // each may have any number
			number := p.item(x)
			p.resources = append(p.resources, core.IntervalOf(r.Kind, number, number))
		}
	}
	return p.resources[from:len(p.resources):len(p.resources)]
}
