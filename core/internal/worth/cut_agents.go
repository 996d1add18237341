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
//   - a role consumes less of such a name: then that role is asked, and those below it with
//     nested quota, on the agents that were cut down (rolesWithRoom);
//   - something else makes it dirty.
//
// news.CutInVain remembers the agents, news.ForgetCuts forgets them.

// cutAgents is what is known of the agents in news.CutDown.
//
// Invariants, in which a name is one of names:
//  1. each was asked about when the headroom could spare at least spare of a name, and any
//     amount unless bounded;
//  2. since then no role but those in withRoom has consumed less of a name.
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
	selected  bool             // selection is that of this cycle
	selection sorter.Selection // of the roles in withRoom and, with nested quota, below them
}

// If at most so many roles have room, or 1/fewShare of all, they are asked apart. If more, each
// agent is visited as others are, which leaves out together the roles at their limits.
const fewWithRoom = 4

// forget forgets everything, since no agent is cut down.
func (c *cutAgents) forget() {
	c.names, c.bounded, c.withRoom = 0, false, c.withRoom[:0]
}

// consumesLess notes that a role consumes less of some names.
func (c *cutAgents) consumesLess(id api.RoleID, less roles.NameSet) {
	if less&c.names != 0 {
		c.withRoom = append(c.withRoom, id)
	}
}

// Open begins a cycle in which the headroom is available and required. If it has more to
// spare than it had, or many roles have room, all agents that were cut down are dirty.
func (c *cutAgents) Open(available, required *quantities.Row) {
	c.cutAny, c.left, c.selected = false, false, false
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

// Close ends a cycle that leaves so much headroom.
func (c *cutAgents) Close(available, required *quantities.Row) {
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
	if !c.drawn.Has(slot) {
		c.cutAny = true
		c.news.CutInVain(slot)
	}
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

// rolesWithRoom returns the selection of the roles to ask about agents that were cut down.
func (c *cutAgents) rolesWithRoom() *sorter.Selection {
	if c.selected {
		return &c.selection
	}
	c.selected = true
	c.selection.Reset(c.roles.Sorter)
	if !c.options.NestedQuota {
		for _, id := range c.withRoom {
			c.add(c.roles.Get(id))
		}
		return &c.selection
	}
	var changed container.BitSet
	for _, id := range c.withRoom {
		changed.Set(uint32(id))
	}
	for id := range c.roles.InUse() {
		for above := id; above != api.NoRole; above = c.roles.Get(above).Parent {
			if changed.Has(uint32(above)) {
				c.add(c.roles.Get(id))
				break
			}
		}
	}
	return &c.selection
}

func (c *cutAgents) add(r *roles.Role) {
	if r.Active > 0 {
		c.selection.Add(r.Client)
	}
}
