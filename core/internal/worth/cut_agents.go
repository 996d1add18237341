package worth

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// An agent is cut down if somebody would take some of it, but quota leaves too little. Within
// a cycle quota leaves less and less. So the agent is not worth asking about again until
//
//   - the headroom has more to spare of a name that was cut than it had at the end of such a
//     cycle: then it is news for all who were cut down (Open);
//   - a role consumes less of such a name, or its quota is another one: then that role is
//     asked, and those below it with nested quota, on the agents that were cut down
//     (rolesWithRoom);
//   - something else makes it dirty.
//
// news.CutInVain remembers the agents, news.ForgetCuts forgets them.

// cutAgents is what is known of the agents in news.CutDown.
//
// Invariants, in which a name is one of names:
//  1. each was asked about when the headroom could spare at least spare of a name, and any
//     amount unless bounded;
//  2. since then no role but those in withRoom has consumed less of a name, or has got another
//     quota.
type cutAgents struct {
	*Rules
	news *news.News

	names    roles.NameSet // of which an offer of them was cut
	bounded  bool
	spare    quantities.Row
	withRoom []api.RoleID

	drawn     container.BitSet // agents on which the order of cutting may decide, in this cycle
	cutAny    bool             // some agent was cut down in this cycle
	left      bool             // some agent that is cut down is no candidate of this cycle
	found     bool             // room is that of this cycle
	room      container.BitSet // the roles in withRoom and, with nested quota, below them
	selected  bool             // selection is that of this cycle
	selection sorter.Selection // see rolesWithRoom
}

// If at most so many roles have room, or 1/fewShare of all, they are asked apart. If more, each
// agent is visited as others are, which leaves out together the roles at their limits.
const fewWithRoom = 4

// forget forgets everything, since no agent is cut down.
func (c *cutAgents) forget() {
	c.names, c.bounded, c.withRoom = 0, false, c.withRoom[:0]
}

// mayHaveRoom notes that a role may have more of some names.
func (c *cutAgents) mayHaveRoom(id api.RoleID, more roles.NameSet) {
	if more&c.names != 0 {
		c.withRoom = append(c.withRoom, id)
	}
}

// Open begins a cycle in which the headroom is available and required. If it has more to
// spare than it had, or many roles have room, all agents that were cut down are dirty.
func (c *cutAgents) Open(available, required *quantities.Row) {
	c.cutAny, c.left, c.found, c.selected = false, false, false, false
	c.drawn.Reset()
	many := max(fewWithRoom, c.roles.Sorter.Count()/fewShare)
	if len(c.withRoom) > many || c.names != 0 && c.bounded && c.hasMore(available, required) {
		c.news.ForgetCuts()
		c.forget()
	}
}

// hasMore reports whether the headroom has more to spare than it had.
func (c *cutAgents) hasMore(available, required *quantities.Row) bool {
	if required.IsZero() {
		return true
	}
	for n, q := range available.All() {
		if c.names&roles.NameBit(n) != 0 && q-required.At(n) > c.spare.At(n) {
			return true
		}
	}
	return false
}

// close ends a cycle that leaves so much headroom.
func (c *cutAgents) close(available, required *quantities.Row) {
	if !c.left {
		c.withRoom = c.withRoom[:0] // each agent was asked about
	}
	if !c.cutAny || required.IsZero() {
		return
	}
	if !c.bounded {
		c.bounded = true
		c.spare.CopyFrom(*available)
		c.spare.SubFloor(*required)
		return
	}
	for n, q := range c.spare.All() {
		c.spare.Set(n, min(q, max(available.At(n)-required.At(n), 0)))
	}
}

// inVain remembers an agent as cut down, unless another order of cutting could leave
// something that somebody takes.
func (c *cutAgents) inVain(slot slots.Agent) {
	if c.drawn.Has(slot) {
		c.news.MarkDirty(slot)
		return
	}
	c.cutAny = true
	c.news.CutInVain(slot)
}

// Note tells which names quota cut on an agent, and whether the order of cutting, which is
// drawn, may have decided what was left.
func (c *cutAgents) Note(slot slots.Agent, names roles.NameSet, drawn bool) {
	c.names |= names
	if drawn {
		c.drawn.Set(slot)
	}
}

// someHaveRoom reports whether agents that were cut down are visited.
func (c *cutAgents) someHaveRoom() bool { return len(c.withRoom) > 0 }

// hasRoom reports whether a role is one with room, of which all frameworks are asked about
// agents that were cut down.
func (c *cutAgents) hasRoom(id api.RoleID) bool {
	c.findRoles()
	return c.room.Has(uint32(id))
}

// findRoles finds, once a cycle, the active roles with room.
func (c *cutAgents) findRoles() {
	if c.found {
		return
	}
	c.found = true
	c.room.Reset()
	for _, id := range c.withRoom {
		c.room.Set(uint32(id))
	}
	if !c.options.NestedQuota {
		return
	}
	for id := range c.roles.InUse() {
		for above := id; above != api.NoRole; above = c.roles.Get(above).Parent {
			if c.room.Has(uint32(above)) {
				c.room.Set(uint32(id))
				break
			}
		}
	}
}

// rolesWithRoom returns the selection of the roles to ask about agents that were cut down: those
// with room, and those of fresh subscriptions.
func (w *Worth) rolesWithRoom() *sorter.Selection {
	c := &w.Cuts
	if c.selected {
		return &c.selection
	}
	c.selected = true
	c.findRoles()
	c.selection.Reset(w.roles.Sorter)
	w.memory.agents = c.room.Append(w.memory.agents[:0])
	for _, id := range w.memory.agents {
		if r := w.roles.Get(api.RoleID(id)); r.Active > 0 {
			c.selection.Add(r.Client)
		}
	}
	for _, m := range w.fresh.list {
		c.selection.Add(w.roles.Get(w.frameworks.Subscriptions.At(m).Role).Client)
	}
	return &c.selection
}
