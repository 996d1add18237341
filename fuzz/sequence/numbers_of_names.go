package sequence

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// A table tells the numbers of the cast from an allocator's own: handles, and numbers of what
// was declared.
type table[ID, N ~uint32 | ~uint64] struct {
	ids     []ID     // by number, from 1, also of those who are gone; 0 is none
	numbers map[ID]N // of those who are there, and of all that was ever declared
}

func (t *table[ID, N]) clone() table[ID, N] {
	return table[ID, N]{slices.Clone(t.ids), maps.Clone(t.numbers)}
}

// put has an id stand for a number.
func (t *table[ID, N]) put(n N, id ID) {
	if t.numbers == nil {
		t.numbers = map[ID]N{}
	}
	*At(&t.ids, n), t.numbers[id] = id+1, n
}

// id is what stands for a number, 0 if nothing does.
func (t *table[ID, N]) id(n N) (id ID, known bool) {
	if int(n) < len(t.ids) && t.ids[n] != 0 {
		return t.ids[n] - 1, true
	}
	return 0, false
}

// remove has who stands for a number be gone.
func (t *table[ID, N]) remove(n N) {
	id, _ := t.id(n)
	delete(t.numbers, id)
}

// there says whether somebody stands for a number who is not gone.
func (t *table[ID, N]) there(n N) bool {
	id, known := t.id(n)
	_, there := t.numbers[id]
	return known && there
}

// number is the one that an id stands for, None if it stands for none.
func (t *table[ID, N]) number(id ID) N {
	if n, ok := t.numbers[id]; ok {
		return n
	}
	return ^N(0)
}

// forgotten are the ids of what was declared, which is not from then on. What they stand for
// stays known: the allocator may go on naming it.
func (t *table[ID, N]) forgotten() (ids []ID) {
	for n, id := range t.ids {
		if id != 0 {
			ids, t.ids[n] = append(ids, id-1), 0
		}
	}
	return ids
}

// forget releases all names that the host has declared, as one does that keeps no numbers from
// one call to the next.
func (p *Player) forget() error {
	p.Named++
	for _, x := range []calls.Call{
		&calls.ReleaseItems{Items: p.items.forgotten()}, &calls.ReleaseKinds{Kinds: p.kinds.forgotten()}, &calls.ReleaseRoles{Roles: p.roles.forgotten()},
	} {
		if _, err := p.Target.Do(x); err != nil {
			return err
		}
	}
	return nil
}

// AgentID is the handle of an agent, also of one that is gone; 0 if there never was one.
func (p *Player) AgentID(n uint32) alloc.AgentID {
	id, _ := p.agents.id(n)
	return id
}

// FrameworkID is the handle of a framework, as AgentID.
func (p *Player) FrameworkID(n uint32) alloc.FrameworkID {
	id, _ := p.frameworks.id(n)
	return id
}

// RoleID is the allocator's number of a role; ok is false if it was not declared.
func (p *Player) RoleID(n uint32) (id alloc.RoleID, ok bool) { return p.roles.id(n) }

// There says whether an agent is there.
func (p *Player) There(agent uint32) bool { return p.agents.there(agent) }

// AgentOf is the number of the agent that a handle stands for, None if it stands
// for none that is there.
func (p *Player) AgentOf(id alloc.AgentID) uint32 { return p.agents.number(id) }

// FrameworkOf is the number of the framework that a handle stands for, as AgentOf. It may be one
// that has yet to come, and that an agent was added with.
func (p *Player) FrameworkOf(id alloc.FrameworkID) uint32 {
	n := p.frameworks.number(id)
	if x, ok := p.Target.(history.Names); ok && n == None {
		if name, err := x.FrameworkName(id); err == nil {
			return p.cast.Framework(name)
		}
	}
	return n
}

// RoleOf is the number of a role. It may be one that was not declared, and that something is reserved for.
func (p *Player) RoleOf(id alloc.RoleID) uint32 {
	n := p.roles.number(id)
	if x, ok := p.Target.(history.Names); ok && n == None {
		if path, err := x.RoleName(id); err == nil {
			return p.cast.Role(path)
		}
	}
	return n
}

// KindOf is the number of a kind, None if it was not declared.
func (p *Player) KindOf(id alloc.KindID) uint32 { return p.kinds.number(id) }

// A player gives the allocator's own numbers for those of the cast, as a calls.Renumbering.
// Roles, kinds and items are declared when they are first named. After a fault, which
// is p.err, nothing is.

// Agent is AgentID; 0 if nobody knows it.
func (p *Player) Agent(n alloc.AgentID) alloc.AgentID {
	if p.Current && !p.There(uint32(n)) {
		return 0
	}
	return p.AgentID(uint32(n))
}

// Framework is FrameworkID, as Agent.
func (p *Player) Framework(n alloc.FrameworkID) alloc.FrameworkID {
	if p.Current && !p.frameworks.there(uint32(n)) {
		return 0
	}
	return p.FrameworkID(uint32(n))
}

// Time is the present.
func (p *Player) Time(alloc.Time) alloc.Time { return p.now }

// Role is the allocator's number of a role.
func (p *Player) Role(n alloc.RoleID) alloc.RoleID {
	if n == alloc.AllRoles {
		return n
	}
	return declared(p, &p.roles, uint32(n), func() calls.Call { return &calls.InternRole{Path: p.cast.Roles[n].Path} })
}

// Kind is the allocator's number of a kind.
func (p *Player) Kind(n alloc.KindID) alloc.KindID {
	return declared(p, &p.kinds, uint32(n), func() calls.Call { return new(calls.InternKind(p.cast.Kinds[n].declared)) })
}

// item is the allocator's number of an item of a set.
func (p *Player) item(n uint64) alloc.SetItemID {
	return declared(p, &p.items, n, func() calls.Call { return &calls.InternItem{Name: p.cast.Items[n]} })
}

// declared is what one of the cast's numbers is to the allocator.
func declared[ID, N ~uint32 | ~uint64](p *Player, names *table[ID, N], n N, declaration func() calls.Call) ID {
	id, known := names.id(n)
	if known || p.err != nil {
		return id
	}
	var number uint64
	number, p.err = p.Target.Do(declaration())
	if p.err == nil {
		names.put(n, ID(number))
		p.Named++
	}
	return ID(number)
}

// Resources are resources in the allocator's own numbers. They are good until the call is
// over.
func (p *Player) Resources(list []alloc.Resource) []alloc.Resource {
	from := len(p.resources)
	for _, r := range list {
		k := &p.cast.Kinds[r.Kind]
		r.Kind = p.Kind(r.Kind)
		if !k.Items() {
			p.resources = append(p.resources, r)
			continue
		}
		for x := r.Begin; x <= r.End && p.err == nil; x++ { // each may have any number
			number := p.item(x)
			p.resources = append(p.resources, alloc.ItemOf(r.Kind, number))
		}
	}
	return p.resources[from:len(p.resources):len(p.resources)]
}

// Numbered appends to dst resources of the allocator's in the numbers of the cast.
func (p *Player) Numbered(dst, list []alloc.Resource) []alloc.Resource {
	for _, r := range list {
		n, ok := p.kinds.numbers[r.Kind]
		if !ok {
			panic("the allocator names a kind that was not declared")
		}
		r.Kind = alloc.KindID(n)
		if !p.cast.Kinds[n].Items() {
			dst = append(dst, r)
			continue
		}
		for x := r.Begin; x <= r.End; x++ {
			number := p.items.numbers[alloc.SetItemID(x)]
			dst = append(dst, alloc.IntervalOf(r.Kind, number, number))
		}
	}
	return dst
}
