package tape

import (
	"maps"

	"github.com/apportion/apportion/core"
)

// numbers tell what an allocator's own handles and numbers stand for.
type numbers struct {
	agents     map[core.AgentID]uint32
	frameworks map[core.FrameworkID]uint32
	roles      map[core.RoleID]uint32
	kinds      map[core.KindID]uint32
	items      map[uint64]uint64
}

func newNumbers() numbers {
	return numbers{
		agents: map[core.AgentID]uint32{}, frameworks: map[core.FrameworkID]uint32{}, roles: map[core.RoleID]uint32{},
		kinds: map[core.KindID]uint32{}, items: map[uint64]uint64{},
	}
}

func (n numbers) clone() numbers {
	return numbers{
		agents: maps.Clone(n.agents), frameworks: maps.Clone(n.frameworks), roles: maps.Clone(n.roles),
		kinds: maps.Clone(n.kinds), items: maps.Clone(n.items),
	}
}

// AgentOf is the number of the agent that a handle stands for, None if it stands
// for none that is there.
func (p *Player) AgentOf(id core.AgentID) uint32 { return numberIn(p.numbers.agents, id) }

// FrameworkOf is the number of the framework that a handle stands for, as AgentOf.
func (p *Player) FrameworkOf(id core.FrameworkID) uint32 { return numberIn(p.numbers.frameworks, id) }

// RoleOf is the number of a role, None if it was not declared.
func (p *Player) RoleOf(id core.RoleID) uint32 { return numberIn(p.numbers.roles, id) }

// KindOf is the number of a kind, None if it was not declared.
func (p *Player) KindOf(id core.KindID) uint32 { return numberIn(p.numbers.kinds, id) }

func numberIn[ID comparable](known map[ID]uint32, id ID) uint32 {
	if n, ok := known[id]; ok {
		return n
	}
	return None
}

// RoleID is the allocator's number of a role; ok is false if it was not declared.
func (p *Player) RoleID(n uint32) (id core.RoleID, ok bool) {
	if int(n) < len(p.roles) && p.roles[n] != 0 {
		return p.roles[n] - 1, true
	}
	return 0, false
}

// Numbered appends to dst resources of the allocator's in the numbers of the cast.
func (p *Player) Numbered(dst, list []core.Resource) []core.Resource {
	for _, r := range list {
		n, ok := p.numbers.kinds[r.Kind]
		if !ok {
			panic("the allocator names a kind that was not declared")
		}
		r.Kind = core.KindID(n)
		if !p.cast.Kinds[n].Items() {
			dst = append(dst, r)
			continue
		}
		for x := r.Begin; x <= r.End; x++ {
			dst = append(dst, core.IntervalOf(r.Kind, p.numbers.items[x], p.numbers.items[x]))
		}
	}
	return dst
}
