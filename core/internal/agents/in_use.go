package agents

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// What tasks of a role use on an agent is within what frameworks of the role hold
// there. Mesos only counts what it is told is allocated, by role and not by
// framework (Slave::totalAllocated), and compares that with nothing but itself: it
// is told twice, or resources are recovered as merely offered that are in use, or a
// framework goes before its tasks do, and more is allocated than is held.
//
// What may be recovered as allocated is decided by what was told, as Mesos's
// recorded answers need it. Its master relies on that where an agent comes back with
// an operation under way: addSlave counts what it consumes as allocated,
// updateOperation recovers that as offered.
//
// DIVERGES: nothing is both free and in use. What is no longer held is no longer in
// use, for Allocator.Allocated and for the quota that a role consumes.

// InUse is what tasks of one role use on one agent.
//
// Invariants:
//  1. told is not empty;
//  2. resources is within told, and within what the role's frameworks hold there.
type InUse struct {
	Role      api.RoleID
	Resources resource.Bag
	Told      resource.Bag // allocated, as Mesos would count it
}

// InUseOf returns what tasks of a role use on an agent, or nil.
func (g *Agent) InUseOf(role api.RoleID) *InUse {
	for i := range g.InUse {
		if g.InUse[i].Role == role {
			return &g.InUse[i]
		}
	}
	return nil
}

// ToldOf returns what Mesos would count as allocated to a role on an agent.
func (g *Agent) ToldOf(role api.RoleID) *resource.Bag {
	if w := g.InUseOf(role); w != nil {
		return &w.Told
	}
	return &resource.Bag{}
}
