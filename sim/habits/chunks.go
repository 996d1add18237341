package habits

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// A chunk is what a framework launched on one offer at one time: some tasks. The Observer keeps it for good, its agent
// until nothing is left of it.
type chunk struct {
	framework *framework
	agent     *agent
	role      string
	roleID    alloc.RoleID
	start     alloc.Time
	seen      bool // its start
	left      amounts
	ends      []end
	gone      alloc.Time // when what is left was lost, or never
}

// An end is that of a task.
type end struct {
	at   alloc.Time
	size amounts
}

// takeUp enters what tasks use on an agent. If frameworks of the role also have offers of the
// agent, nobody knows whose tasks use what: it counts as that of the frameworks that come first.
func (o *Observer) takeUp(a *core.Allocator, id alloc.AgentID, g *agent) {
	used := map[alloc.RoleID]*amounts{}
	list, err := a.AgentHoldings(nil, id)
	if err != nil {
		return
	}
	for _, u := range list {
		if used[u.Role] == nil {
			sum, err := a.Allocated(nil, id, u.Role)
			if err != nil {
				return
			}
			used[u.Role] = new(o.resources.of(a, sum))
		}
		held, rest := o.resources.of(a, u.Resources), used[u.Role]
		for i := range held {
			held[i] = min(held[i], rest[i])
		}
		rest.Sub(&held)
		if !held.IsEmpty() {
			o.launch(a, o.frameworkNamed(u.Framework), g, u.Role, held).seen = false
		}
	}
}

func (o *Observer) launch(a *core.Allocator, f *framework, g *agent, role alloc.RoleID, size amounts) *chunk {
	path, _ := a.RoleName(role)
	c := &chunk{framework: f, agent: g, role: path, roleID: role, start: o.now, seen: true, left: size, gone: never}
	g.chunks = append(g.chunks, c)
	o.chunks = append(o.chunks, c)
	f.held.Add(&size)
	f.learn(&size)
	return c
}

// endTasks ends tasks of a size, in the chunk that was launched first of those that are a multiple
// of the size. If there is none, it takes the first chunk that has as much.
func (o *Observer) endTasks(f *framework, g *agent, role alloc.RoleID, size amounts) {
	best := none
	for i, c := range g.chunks {
		if c.roleID != role || f != nil && c.framework != f || !c.left.Has(&size) {
			continue
		}
		if multiple(&size, c.left.Fits(&size, mostOfChunk)) == c.left {
			best = i
			break
		}
		if best == none {
			best = i
		}
	}
	if best == none {
		o.unknown++
		return
	}
	c := g.chunks[best]
	c.ends = append(c.ends, end{o.now, size})
	c.left.Sub(&size)
	c.framework.held.Sub(&size)
	c.framework.learn(&size)
	if c.left.IsEmpty() {
		g.chunks = slices.Delete(g.chunks, best, best+1)
	}
}

func (o *Observer) lose(list ...*chunk) {
	for _, c := range list {
		c.gone = o.now
		c.framework.held.Sub(&c.left)
	}
}
