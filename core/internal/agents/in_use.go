package agents

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// Mesos counts what it is told is allocated, by role (Slave::totalAllocated), and never
// compares the sum with what frameworks hold. The sum exceeds that if it is told twice,
// if resources in use are recovered as offered, or if a framework goes before its tasks.

// Told, as Mesos's sum, decides what may be recovered as allocated. Mesos's master relies
// on that for an agent that comes back with an operation under way: addSlave counts what
// the operation consumes as allocated, updateOperation recovers it as offered.

// InUse is what tasks of one role use on one agent.
// DIVERGES: nothing is both free and in use. Tasks stop using resources that are no longer
// held, for core.Allocator.Allocated and for the quota that a role consumes.
//
// Invariants:
//  1. Told is not empty;
//  2. Resources is within Told, and within what the role's frameworks hold there;
//  3. an agent has at most one InUse a role.
type InUse struct {
	Role      api.RoleID
	Resources resource.Bag
	Told      resource.Bag // Mesos's sum of what it is told is allocated
}

// InUseOf returns the InUse of a role on an agent, or nil.
func (g *Agent) InUseOf(role api.RoleID) *InUse {
	for i := range g.InUse {
		if g.InUse[i].Role == role {
			return &g.InUse[i]
		}
	}
	return nil
}

// SumInUse adds to sum what tasks of a role, or of api.AllRoles, use on an agent.
func (g *Agent) SumInUse(sum *resource.Bag, role api.RoleID) {
	for i := range g.InUse {
		if w := &g.InUse[i]; role == api.AllRoles || w.Role == role {
			sum.Add(&w.Resources)
		}
	}
}

// ToldOf returns Told of a role on an agent, empty if there is none.
func (g *Agent) ToldOf(role api.RoleID) *resource.Bag {
	if w := g.InUseOf(role); w != nil {
		return &w.Told
	}
	return &resource.Bag{}
}

// ManyInUse is the length of an agent's lists up to which they keep their memory: a
// longer InUse or Entries is shrunk when most of it has gone.
const ManyInUse = 2
