package worth

import (
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// An agent is cut down if somebody would take some of it, but quota leaves too little. Within
// a cycle quota leaves less and less. Later cycles do not ask about the agent, until
//
//   - available - required > spare for the headroom of a name that it cut: then everybody is
//     asked about the agents of which it held something back. If all guarantees are met, all that
//     were cut down are dirty (beginFair);
//   - a role has more room than when it was asked last: then it is asked about all agents that were
//     cut down, but those that it refuses whatever quota leaves (roles_with_room.go);
//   - something else makes this agent dirty: then everybody is asked about it.
//
// They are visited until the cycle has offered as much as came back: when the headroom has no
// more than spare, and each of these roles consumes what it had, none of them is news (narrow). Where
// the headroom has nothing to spare of what a role has room for, it is not asked about those of which
// it held something back either: once it has, everybody is.
//
// Fresh subscriptions are asked in any case (fresh_subscriptions.go). news.CutInVain remembers
// the agents, news.ForgetCuts makes them dirty.

// cutAgents is what is known of the agents in news.CutDown.
//
// Invariants:
//  1. if bounded, the headroom let offers of each agent in heldBack, when it was last asked about,
//     have at least spare of each of held; of other names, and if not bounded, it let them have
//     everything;
//  2. of other agents the headroom held nothing back from anybody, when he was last asked;
//  3. a role is in withRoom, or in roles.ToReassess until the next cycle, if it has another quota,
//     lacks something of a guarantee of one of held that was met, or consumes less of one of names
//     than when it was last asked about each agent, and than its guarantee if no limit bounds it.
type cutAgents struct {
	*state

	cutNames
	bounded  bool
	spare    quantities.Row
	heldBack container.BitSet[slots.Agent]
	withRoom rolesWithRoom

	drawn   container.BitSet[slots.Agent] // agents on which the order of cutting may decide, in this cycle
	heldNow container.BitSet[slots.Agent] // agents of which the headroom held something back in this cycle
	cutAny  bool                          // some agent was cut down in this cycle, or is not visited for want of headroom
	left    bool                          // some agent that is cut down is not a candidate in this cycle
	now     cutNames                      // what was cut in this cycle
	fair    bool                          // it is in the fair stage
	more    bool                          // the headroom has more to spare than spare
	none    roles.NameSet                 // names of held of which it has nothing to spare
	toVisit container.BitSet[slots.Agent] // agents that were cut down and are visited, if they are candidates
	listed  bool                          // some agent is visited for no other reason
	since   int                           // visits of the stage when narrow looked for all roles that are filled
}

// cutNames are the names of which something was cut.
type cutNames struct {
	names roles.NameSet // by limits, or by what a guarantee lacked
	held  roles.NameSet // by the headroom
}

// forget makes all agents that were cut down dirty, and forgets everything about them.
func (c *cutAgents) forget() {
	c.news.ForgetCuts()
	c.cutNames, c.bounded, c.more = cutNames{}, false, false
	c.heldBack.Reset()
	c.heldNow.Reset()
	c.withRoom.forget()
}

// Open begins a cycle.
func (c *cutAgents) Open() {
	if c.left {
		c.withRoom.merge()
	}
	c.cutAny, c.left, c.fair, c.since, c.now = false, false, false, 0, cutNames{}
	c.drawn.Reset()
	c.heldNow.Reset()
	if c.news.CutDown.Empty() || c.held != 0 && c.headroom.required.IsZero() {
		c.forget()
	}
	c.more = c.hasMore()
	c.withRoom.open()
}

// beginFair begins the fair stage. If guarantees need headroom no longer, it makes all agents that
// were cut down dirty, and returns true: where agents have more in use than their totals, more is
// free than was available.
func (c *cutAgents) beginFair() bool {
	c.fair, c.since = true, 0
	if c.held == 0 || !c.headroom.required.IsZero() {
		return false
	}
	c.forget()
	return true
}

// findAgents finds which agents are to be visited since they were cut down.
func (c *cutAgents) findAgents() {
	c.none = c.headroom.heldBackOf(c.held & roles.OwnNames)
	c.toVisit.Reset()
	if c.withRoom.addAgents(&c.toVisit, c.none, c.heldBack, !c.fair) {
		c.cutAny = true
	}
	if c.more {
		c.toVisit.Unite(c.heldBack)
	}
}

// asksAll reports whether everybody is asked about an agent that was cut down.
func (c *cutAgents) asksAll(slot slots.Agent) bool {
	return c.more && c.heldBack.Has(slot) || c.withRoom.all && len(c.withRoom.list) > 0
}

// narrow follows offers, and reports whether fewer agents are to be visited since: of which nobody
// may be offered more than when he was asked last. To look for all roles that are filled costs no more
// than so many visits of a stage did.
func (c *cutAgents) narrow(visited int) bool {
	if !c.more && len(c.withRoom.list) == 0 {
		return false
	}
	more := c.more && c.hasMore()
	ends := c.more != more || c.withRoom.popFilled() || c.none != c.headroom.heldBackOf(c.held&roles.OwnNames)
	if looks := looksOfVisit * (visited - c.since); !ends && (looks < c.withRoom.cost() || len(c.withRoom.list) == 0) {
		return false
	}
	c.since = visited
	return c.lookAgain() || ends
}

// lookAgain finds which agents are still to be visited, and reports whether roles are filled since.
func (c *cutAgents) lookAgain() (filled bool) {
	c.more = c.more && c.hasMore()
	filled = c.withRoom.dropFilled()
	c.findAgents()
	return filled
}

// looksOfVisit is how many looks at a role or a word of a set cost as much as a visit does.
const looksOfVisit = 64

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

// close ends a cycle. If everybody has been asked about all agents of which the headroom held
// something back, or about none before, spare becomes what the headroom has to spare: no visit of
// the fair stage found less. If about some, close lowers it.
func (c *cutAgents) close() {
	available, required := c.headroom.available, c.headroom.required
	if c.now.held != 0 {
		c.heldBack.Unite(c.heldNow)
	}
	all := c.more && !c.left
	if all {
		c.held = c.now.held
	}
	if c.left {
		c.withRoom.keep(c.cutAny)
	} else {
		c.withRoom.clear() // they were asked about each agent, or consume what they had
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

// inVain remembers an agent as cut down. byAll is whether everybody was asked.
func (c *cutAgents) inVain(slot slots.Agent, byAll bool) {
	c.cutAny = true
	c.news.CutInVain(slot)
	if byAll && !c.heldNow.Has(slot) {
		c.heldBack.Clear(slot)
	}
}

// Note tells which names quota cut on the agent, of which the headroom did, and whether the order
// of cutting, which is drawn, decides if somebody takes what is left: then the agent stays dirty.
func (c *cutAgents) Note(names, held roles.NameSet, drawn bool) {
	c.noteNames(names, held)
	if drawn {
		c.drawn.Set(c.slot)
	}
}

// noteNames notes that limits, or what a guarantee lacks, have cut something of some names of the
// agent, and the headroom of others.
func (c *cutAgents) noteNames(names, held roles.NameSet) {
	if names|held == 0 {
		return // as on most agents
	}
	if held != 0 {
		c.cutAny = true
		c.heldNow.Set(c.slot)
	}
	for _, x := range []*cutNames{&c.cutNames, &c.now} {
		x.names |= names
		x.held |= held
	}
}
