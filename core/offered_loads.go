package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// leaveOffered subtracts what tasks use from the Offered of loads, which is all that is held.
// places has, by subscription, its place in loads plus one, or 0 if it has none.
func (v *View) leaveOffered(loads []SubscriptionLoad, places []int32) {
	v.holdings(func(m slots.Subscription, used quantities.Row, isOffered bool) {
		if place := places[m]; place > 0 {
			loads[place-1].Offered.SubFloor(used)
			loads[place-1].OfferedOn += assert.BoolInt(isOffered)
		}
	})
}

// holdings passes, for each agent and subscription that holds something there, what tasks use of that, and
// whether anything of it is merely offered. A row is good until each returns.
func (v *View) holdings(each func(m slots.Subscription, used quantities.Row, isOffered bool)) {
	kinds := v.state.Kinds
	left := usesLeft{index: map[alloc.RoleID]int{}}
	var held, used quantities.Row
	for slot := range v.state.Agents.Alive.All {
		g := v.state.Agents.At(slot)
		left.begin(g, kinds)
		for _, ref := range g.Entries {
			var use *quantities.Row
			if len(g.InUse) > 0 {
				use = left.of(v.state.Frameworks.Subscriptions.At(ref.Subscription).Role)
			}
			if use == nil {
				each(ref.Subscription, quantities.Row{}, true)
				continue
			}
			v.state.Ledger.Entries.At(ref.Entry).Resources.SetScalars(&held, kinds)
			used.CopyFrom(*use)
			use.SubFloor(held)
			used.Sub(*use)
			each(ref.Subscription, used, !held.Equal(used))
		}
		left.end(g)
	}
}

// usesLeft is what tasks of each role use on an agent, without what was found to be of a
// framework.
type usesLeft struct {
	rows  []quantities.Row
	index map[alloc.RoleID]int // of the agent's roles, in rows
}

// begin begins with all that is in use on an agent.
func (x *usesLeft) begin(g *agents.Agent, kinds *resource.Kinds) {
	for i := range g.InUse {
		if i == len(x.rows) {
			x.rows = append(x.rows, quantities.Row{})
		}
		g.InUse[i].Resources.SetScalars(&x.rows[i], kinds)
		x.index[g.InUse[i].Role] = i
	}
}

// of returns what is left of a role's, nil if it uses nothing.
func (x *usesLeft) of(role alloc.RoleID) *quantities.Row {
	i, there := x.index[role]
	if !there {
		return nil
	}
	return &x.rows[i]
}

// end forgets the agent's roles one by one: to clear the map costs as much as it has ever held.
func (x *usesLeft) end(g *agents.Agent) {
	for i := range g.InUse {
		delete(x.index, g.InUse[i].Role)
	}
}
