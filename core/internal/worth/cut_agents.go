package worth

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// An agent is cut down if somebody would take some of it, but quota leaves too little. Within
// a cycle quota leaves less and less. Later cycles do not ask about the agent, until
//
//   - available - required > spare for the headroom of a name that it cut: then everybody is
//     asked about the agents that were cut down (Open). If all guarantees are met, these are dirty
//     (AfterGuarantees);
//   - a role consumes less of a name that limits cut, or what a guarantee lacked; or its guarantee
//     of a name that the headroom cut was met, and lacks something; or it gets another quota: then
//     this role is asked about all agents that were cut down, and with nested quota each role below
//     it, too (rolesWithRoom); if such roles are many, everybody is asked (Open);
//   - something else makes this agent dirty: then everybody is asked about it.
//
// They are visited until the cycle has offered as much as came back: when the headroom has no
// more than spare, and each of these roles consumes what it had, none of them is news (roomEnds).
//
// Fresh subscriptions are asked in any case (fresh_subscriptions.go). news.CutInVain remembers
// the agents, news.ForgetCuts makes them dirty.

// cutAgents is what is known of the agents in news.CutDown.
//
// Invariants:
//  1. if bounded, the headroom let offers of each agent, when it was last asked about, have at
//     least spare of each of held; of other names, and if not bounded, it let them have everything;
//  2. a role is in withRoom, or in roles.ToReassess until the next cycle, if it has another quota,
//     lacks something of a guarantee of one of held that was met, or consumes less of one of names
//     than when it was last asked about each agent, and than its guarantee if no limit bounds it.
type cutAgents struct {
	*state

	cutNames
	bounded  bool
	spare    quantities.Row
	withRoom []roleWithRoom

	drawn     container.BitSet // agents on which the order of cutting may decide, in this cycle
	cutAny    bool             // some agent was cut down in this cycle
	left      bool             // some agent that is cut down is not a candidate in this cycle
	asked     audienceOfCuts   // whom this cycle asks about them
	listed    bool             // some agent is visited for no other reason
	now       cutNames         // what was cut in this cycle
	found     bool             // room is that of this cycle
	room      container.BitSet // the active roles in withRoom and, with nested quota, below them: clients
	selected  bool             // selection is that of this cycle
	selection sorter.Selection // see rolesWithRoom
}

// cutNames are the names of which something was cut.
type cutNames struct {
	names roles.NameSet // by limits, or by what a guarantee lacked
	held  roles.NameSet // by the headroom
}

// audienceOfCuts is whom a cycle asks about agents that were cut down and are not dirty.
type audienceOfCuts uint8

const (
	noRole    audienceOfCuts = iota // but fresh subscriptions
	someRoles                       // those in withRoom
	allRoles
)

// roleWithRoom is a role that may be offered more of agents that were cut down.
type roleWithRoom struct {
	id   api.RoleID
	anew bool           // its quota is another one
	had  quantities.Row // what it consumed when it was last asked about each of them, and does no more; without a limit, up to its guarantee
}

func (x roleWithRoom) compare(y roleWithRoom) int { return cmp.Compare(x.id, y.id) }

// If at most max(fewWithRoom, roles/fewShare) roles are in withRoom, only they are asked about
// the agents that were cut down. If more, everybody is. fewShare stands in
// interested_frameworks.go.
const fewWithRoom = 4

// forget makes all agents that were cut down dirty, and forgets everything about them.
func (c *cutAgents) forget() {
	c.news.ForgetCuts()
	c.cutNames, c.bounded, c.withRoom, c.asked = cutNames{}, false, c.withRoom[:0], noRole
}

// mayHaveRoom notes what a role has gained.
func (c *cutAgents) mayHaveRoom(id api.RoleID, gain roles.Gain) {
	names := gain.Less&c.names | gain.Lacks&c.held
	if names == 0 {
		return
	}
	n := len(c.withRoom)
	c.withRoom = slices.Grow(c.withRoom, 1)[:n+1]
	x, r := &c.withRoom[n], c.roles.Get(id)
	x.id, x.anew = id, gain.Anew
	x.had.Reset()
	for n, q := range gain.Was.All() {
		if !r.Quota.Limits.Finite.Has(n) {
			q = min(q, r.Quota.Guarantees.At(n)) // a guarantee that is met gives no room
		}
		if names&roles.NameBit(n) != 0 && r.Consumed.At(n) < q {
			x.had.Set(n, q)
		}
	}
	if x.had.IsZero() && !x.anew {
		c.withRoom = c.withRoom[:n]
	}
}

// Open begins a cycle with its headroom. It says whom the cycle asks about agents that were cut
// down: everybody if the headroom has more to spare than it had, or if many roles have room.
func (c *cutAgents) Open() {
	if c.left {
		c.mergeRoles()
	}
	c.cutAny, c.left, c.listed, c.found, c.selected, c.now = false, false, false, false, false, cutNames{}
	c.drawn.Reset()
	if c.held != 0 && c.headroom.required.IsZero() {
		c.forget()
	}
	switch many := max(fewWithRoom, c.roles.Sorter.Count()/fewShare); {
	case c.hasMore() || len(c.withRoom) > many:
		c.asked = allRoles
	case len(c.withRoom) > 0:
		c.asked = someRoles
	default:
		c.asked = noRole
	}
}

// mergeRoles merges what is known of roles that the cycle before did not ask about all agents.
func (c *cutAgents) mergeRoles() {
	slices.SortFunc(c.withRoom, roleWithRoom.compare)
	kept := 0
	for i := range c.withRoom {
		x := &c.withRoom[i]
		if kept > 0 && c.withRoom[kept-1].id == x.id {
			last := &c.withRoom[kept-1]
			last.anew = last.anew || x.anew
			raise(&last.had, x.had)
			continue
		}
		c.withRoom[kept], *x = *x, c.withRoom[kept] // each keeps a row of its own
		kept++
	}
	c.withRoom = c.withRoom[:kept]
}

// AfterGuarantees follows the guarantee stage. If guarantees need headroom no longer, it makes all
// agents that were cut down dirty, and returns true: where agents have more in use than their
// totals, more is free than was available.
func (c *cutAgents) AfterGuarantees() bool {
	if c.held == 0 || !c.headroom.required.IsZero() {
		return false
	}
	c.forget()
	return true
}

// Asked reports whether the cycle visits agents only since they were cut down.
func (c *cutAgents) Asked() bool { return c.asked != noRole && c.listed }

// roomEnds reports, once a cycle that asks about agents that were cut down (Asked), that nobody may be
// offered more of them than when they were asked last.
func (c *cutAgents) roomEnds() bool {
	if c.hasMore() {
		return false
	}
	for n := len(c.withRoom) - 1; n >= 0; n-- {
		if !c.isFilled(&c.withRoom[n]) {
			return false
		}
		c.withRoom = c.withRoom[:n]
	}
	c.asked = noRole
	return true
}

// isFilled reports whether a role consumes what it had of each name that was cut. One that is
// forgotten has no room.
func (c *cutAgents) isFilled(x *roleWithRoom) bool {
	if !c.roles.Has(uint32(x.id)) {
		return true
	}
	consumed := c.roles.Get(x.id).Consumed
	for n, q := range x.had.All() {
		if consumed.At(n) < q {
			return false
		}
	}
	return !x.anew
}

// hasMore reports whether the headroom has more to spare than spare of any of held.
func (c *cutAgents) hasMore() bool {
	if c.held == 0 || !c.bounded {
		return false
	}
	for n, q := range c.headroom.available.All() {
		if c.held&roles.NameBit(n) != 0 && q-c.headroom.required.At(n) > c.spare.At(n) {
			return true
		}
	}
	return false
}

// close ends a cycle. If everybody has been asked about all agents that were cut down, or about
// none before, spare becomes what the headroom has to spare: no visit of the fair stage found less.
// If about some, close lowers it.
func (c *cutAgents) close() {
	available, required := c.headroom.available, c.headroom.required
	all := c.asked == allRoles && !c.left
	if all {
		c.cutNames = c.now
	}
	if !c.left {
		c.withRoom = c.withRoom[:0] // they were asked about each agent, or consume what they had
	}
	for i := range c.withRoom {
		if x := &c.withRoom[i]; c.cutAny && c.roles.Has(uint32(x.id)) {
			consumed := c.roles.Get(x.id).Consumed
			for n, q := range x.had.All() {
				x.had.Set(n, max(q, consumed.At(n)))
			}
		}
	}
	switch {
	case required.IsZero() || !all && !c.cutAny:
	case all || !c.bounded:
		c.bounded = true
		c.spare.CopyFrom(*available)
		c.spare.SubFloor(*required)
	default:
		for n, q := range c.spare.All() {
			c.spare.Set(n, min(q, max(available.At(n)-required.At(n), 0)))
		}
	}
}

// raise raises each amount to that of another row.
func raise(r *quantities.Row, to quantities.Row) {
	for n, q := range to.All() {
		r.Set(n, max(q, r.At(n)))
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
	c.noteNames(names, held)
	if drawn {
		c.drawn.Set(slot)
	}
}

// noteNames notes that limits, or what a guarantee lacks, have cut something of some names, and the
// headroom of others.
func (c *cutAgents) noteNames(names, held roles.NameSet) {
	if names|held == 0 {
		return // as on most agents
	}
	for _, x := range []*cutNames{&c.cutNames, &c.now} {
		x.names |= names
		x.held |= held
	}
}

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
		for i := range c.withRoom {
			if id := c.withRoom[i].id; c.roles.Has(uint32(id)) {
				c.addRoom(id)
			}
		}
		return
	}
	slices.SortFunc(c.withRoom, roleWithRoom.compare)
	for id := range c.roles.InUse() {
		for above := id; above != api.NoRole; above = c.roles.Get(above).Parent {
			if _, ok := slices.BinarySearchFunc(c.withRoom, roleWithRoom{id: above}, roleWithRoom.compare); ok {
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
func (c *cutAgents) rolesWithRoom(fresh []slots.Subscription) *sorter.Selection {
	if c.selected {
		return &c.selection
	}
	c.selected = true
	c.findRoles()
	c.selection.Reset(c.roles.Sorter)
	for client := range c.room.All {
		c.selection.Add(sorter.Client(client))
	}
	c.addRolesOf(&c.selection, fresh)
	return &c.selection
}
