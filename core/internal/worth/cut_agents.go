package worth

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// An agent is cut down if somebody would take some of it, but quota leaves too little. Within
// a cycle quota leaves less and less. Later cycles do not ask about the agent, until
//
//   - available - required > spare for the headroom of a name that it cut: then all agents that
//     were cut down are dirty, and everybody is asked about them (Open). So they are if all
//     guarantees are met (AfterGuarantees);
//   - a role consumes less of a name that limits cut, or what a guarantee lacked; or its guarantee
//     of a name that the headroom cut was met, and lacks something; or it gets another quota: then
//     this role is asked about all agents that were cut down, and with nested quota each role below
//     it, too (rolesWithRoom); if such roles are many, everybody is asked (Open);
//   - something else makes this agent dirty: then everybody is asked about it.
//
// Fresh subscriptions are asked in any case (fresh_subscriptions.go). news.CutInVain remembers
// the agents, news.ForgetCuts makes them dirty.

// cutAgents is what is known of the agents in news.CutDown.
//
// Invariants:
//  1. if bounded, the headroom let offers of each agent, when it was last asked about, have at
//     least spare of each of held; of other names, and if not bounded, it let them have everything;
//  2. a role that since then consumes less of one of names, has another quota, or lacks something
//     of a guarantee of one of held that was met, is in withRoom, or in roles.ToReassess until the
//     next cycle.
type cutAgents struct {
	*Rules
	news *news.News

	names    roles.NameSet // those of which limits, or what a guarantee lacked, have cut offers
	held     roles.NameSet // those of which the headroom has
	bounded  bool
	spare    quantities.Row
	withRoom []api.RoleID

	drawn     container.BitSet // agents on which the order of cutting may decide, in this cycle
	cutAny    bool             // some agent was cut down in this cycle
	left      bool             // some agent that is cut down is not a candidate in this cycle
	found     bool             // room is that of this cycle
	room      container.BitSet // the active roles in withRoom and, with nested quota, below them: clients
	selected  bool             // selection is that of this cycle
	selection sorter.Selection // see rolesWithRoom
}

// If at most max(fewWithRoom, roles/fewShare) roles are in withRoom, only they are asked about
// the agents that were cut down. If more, these agents are dirty. fewShare stands in
// interested_frameworks.go.
const fewWithRoom = 4

// forget makes all agents that were cut down dirty, and forgets everything about them.
func (c *cutAgents) forget() {
	c.news.ForgetCuts()
	c.names, c.held, c.bounded, c.withRoom = 0, 0, false, c.withRoom[:0]
}

// mayHaveRoom notes what a role has gained.
func (c *cutAgents) mayHaveRoom(id api.RoleID, gain roles.Gain) {
	if gain.Less&c.names|gain.Lacks&c.held != 0 {
		c.withRoom = append(c.withRoom, id)
	}
}

// Open begins a cycle in which the headroom is available and required. It makes all agents
// that were cut down dirty if the headroom has more to spare than it had, or if many roles
// have room.
func (c *cutAgents) Open(available, required *quantities.Row) {
	c.cutAny, c.left, c.found, c.selected = false, false, false, false
	c.drawn.Reset()
	many := max(fewWithRoom, c.roles.Sorter.Count()/fewShare)
	if len(c.withRoom) > many || c.held != 0 && c.bounded && c.hasMore(available, required) {
		c.forget()
	}
}

// AfterGuarantees follows the guarantee stage. If guarantees need headroom no longer, it makes all
// agents that were cut down dirty, and returns true: where agents have more in use than their
// totals, more is free than was available.
func (c *cutAgents) AfterGuarantees(required *quantities.Row) bool {
	if c.held == 0 || !required.IsZero() {
		return false
	}
	c.forget()
	return true
}

// hasMore reports whether the headroom has more to spare than spare of any of held, or no
// guarantee needs headroom.
func (c *cutAgents) hasMore(available, required *quantities.Row) bool {
	if required.IsZero() {
		return true
	}
	for n, q := range available.All() {
		if c.held&roles.NameBit(n) != 0 && q-required.At(n) > c.spare.At(n) {
			return true
		}
	}
	return false
}

// close ends a cycle after which the headroom is available and required. If an agent was cut
// down, close lowers spare to their difference: no visit of the fair stage found less.
func (c *cutAgents) close(available, required *quantities.Row) {
	if !c.left {
		c.withRoom = c.withRoom[:0] // they were asked about each agent
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

// inVain remembers an agent as cut down.
func (c *cutAgents) inVain(slot slots.Agent) {
	c.cutAny = true
	c.news.CutInVain(slot)
}

// Note tells which names quota cut on an agent, of which the headroom did, and whether the order
// of cutting, which is drawn, decides if somebody takes what is left: then the agent stays dirty.
func (c *cutAgents) Note(slot slots.Agent, names, held roles.NameSet, drawn bool) {
	c.names |= names
	c.held |= held
	if drawn {
		c.drawn.Set(slot)
	}
}

// someHaveRoom reports whether agents that were cut down are visited.
func (c *cutAgents) someHaveRoom() bool { return len(c.withRoom) > 0 }

// hasRoom reports whether an active role has room: all its frameworks are then asked about agents
// that were cut down.
func (c *cutAgents) hasRoom(client sorter.Client) bool {
	c.findRoles()
	return c.room.Has(uint32(client))
}

// findRoles finds, once a cycle, the active roles with room. A role in withRoom may have been
// forgotten since.
func (c *cutAgents) findRoles() {
	if c.found {
		return
	}
	c.found = true
	c.room.Reset()
	if !c.options.NestedQuota {
		for _, id := range c.withRoom {
			if c.roles.Has(uint32(id)) {
				c.addRoom(id)
			}
		}
		return
	}
	slices.Sort(c.withRoom)
	for id := range c.roles.InUse() {
		for above := id; above != api.NoRole; above = c.roles.Get(above).Parent {
			if _, ok := slices.BinarySearch(c.withRoom, above); ok {
				c.addRoom(id)
				break
			}
		}
	}
}

// addRoom adds a role to room if it is active.
func (c *cutAgents) addRoom(id api.RoleID) {
	if r := c.roles.Get(id); r.Active > 0 {
		c.room.Set(uint32(r.Client))
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
	for client := range c.room.All {
		c.selection.Add(sorter.Client(client))
	}
	w.addRolesOf(&c.selection, w.fresh.list)
	return &c.selection
}
