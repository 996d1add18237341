package worth

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// refusalsByRole are the agents that were cut down of which a role would take nothing, whatever
// quota leaves: none of its frameworks is eligible for them or has not refused them. So such a role
// is not asked about them again and again when it has room.
//
// Invariant: of an agent in news.CutDown that is among a role's, only Fresh subscriptions of the
// role would take anything, even if there were no quota.
type refusalsByRole struct {
	*state
	list []refusalsOf
}

// refusalsOf are those of one role.
type refusalsOf struct {
	role   api.RoleID
	cycle  uint64 // the last one in which the role had room
	agents container.BitSet[slots.Agent]
}

// mostRefusers is of how many roles they are kept: one bit an agent for each.
const mostRefusers = 64

// forget forgets all.
func (x *refusalsByRole) forget() { x.list = x.list[:0] }

// find returns those of a role, or nil.
func (x *refusalsByRole) find(id api.RoleID) *refusalsOf {
	if i := slices.IndexFunc(x.list, func(o refusalsOf) bool { return o.role == id }); i >= 0 {
		return &x.list[i]
	}
	return nil
}

// expect keeps those of a role from now on, if need be in the place of one without room.
func (x *refusalsByRole) expect(id api.RoleID) {
	cycle := x.news.Counters.Runs
	of := x.find(id)
	if of == nil {
		if n := len(x.list); n < mostRefusers {
			x.list = slices.Grow(x.list, 1)[:n+1]
			of = &x.list[n]
		} else if i := slices.IndexFunc(x.list, func(o refusalsOf) bool { return o.cycle < cycle }); i >= 0 {
			of = &x.list[i]
		} else {
			return
		}
		of.role = id
		of.agents.Reset()
	}
	of.cycle = cycle
}

// note notes that a role with room refuses all of the agent that is visited.
func (x *refusalsByRole) note(id api.RoleID, slot slots.Agent) {
	if of := x.find(id); of != nil {
		of.agents.Set(slot)
	}
}

// forgetAgent follows a change of an agent.
func (x *refusalsByRole) forgetAgent(slot slots.Agent) {
	for i := range x.list {
		x.list[i].agents.Clear(slot)
	}
}

// forgetRoles forgets those of the roles of fresh subscriptions.
func (x *refusalsByRole) forgetRoles(fresh []slots.Subscription) {
	for _, m := range fresh {
		if of := x.find(x.frameworks.Subscriptions.At(m).Role); of != nil {
			of.agents.Reset()
		}
	}
}

// addOthers adds the agents that were cut down and that a role does not refuse, without some.
func (x *refusalsByRole) addOthers(dst *container.BitSet[slots.Agent], id api.RoleID, without container.BitSet[slots.Agent]) {
	var refused container.BitSet[slots.Agent]
	if of := x.find(id); of != nil {
		refused = of.agents
	}
	dst.UniteWithout(x.news.CutDown, refused, without)
}
