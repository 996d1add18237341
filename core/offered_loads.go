package core

import (
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// leaveOffered takes out of loads' Offered, which is all that is held, what tasks use. places are
// those of subscriptions in loads, from 1 on; 0: it has none.
func (a *Allocator) leaveOffered(loads []SubscriptionLoad, places []int32) {
	kinds := &a.state.Kinds.Kinds
	var left usesLeft
	var held, used quantities.Row
	for _, slot := range a.state.Agents.Alive.Append(nil) {
		g := a.state.Agents.At(slot)
		left.begin(g, kinds)
		for _, ref := range g.Entries {
			var use *quantities.Row
			if len(g.InUse) > 0 {
				use = left.of(a.state.Frameworks.Subscriptions.At(ref.Subscription).Role)
			}
			place, isOffered := places[ref.Subscription], true
			if use != nil {
				held.Reset()
				a.state.Ledger.Entries.At(ref.Entry).Resources.Scalars(&held, kinds)
				used.CopyFrom(*use)
				use.SubFloor(held)
				used.Sub(*use)
				if place > 0 {
					loads[place-1].Offered.SubFloor(used)
				}
				isOffered = !held.Equal(used)
			}
			if place > 0 && isOffered {
				loads[place-1].OfferedOn++
			}
		}
	}
}

// usesLeft is what tasks of each role use on an agent, without what was found to be of a
// framework.
type usesLeft struct {
	roles []RoleID
	rows  []quantities.Row
	index map[RoleID]int // where roles are many
}

// manyUses is from how many roles on they are looked up in a map.
const manyUses = 8

func (x *usesLeft) begin(g *agents.Agent, kinds *resource.Kinds) {
	x.roles = x.roles[:0]
	if len(x.index) > 0 {
		clear(x.index)
	}
	for i := range g.InUse {
		w := &g.InUse[i]
		if i == len(x.rows) {
			x.rows = append(x.rows, quantities.Row{})
		}
		x.rows[i].Reset()
		w.Resources.Scalars(&x.rows[i], kinds)
		x.roles = append(x.roles, w.Role)
	}
	if len(x.roles) < manyUses {
		return
	}
	if x.index == nil {
		x.index = make(map[RoleID]int, len(x.roles))
	}
	for i, role := range x.roles {
		x.index[role] = i
	}
}

// of returns what is left of a role's, nil if it uses nothing.
func (x *usesLeft) of(role RoleID) *quantities.Row {
	i := -1
	if len(x.roles) < manyUses {
		i = slices.Index(x.roles, role)
	} else if at, there := x.index[role]; there {
		i = at
	}
	if i < 0 {
		return nil
	}
	return &x.rows[i]
}
