package core

import "math"

// AllRoles, in the place of a role, stands for all roles together.
const AllRoles = RoleID(math.MaxUint32)

// AgentTotal appends to dst what an agent has in all, in the flat form of
// Resource: by kind, each kind once, volumes copy by copy, then intervals.
//
// Errors of this call and the three below: CodeUnknownAgent, CodeStale,
// CodeUnknownFramework, CodeUnknownRole; dst is returned as it was. Cost:
// proportional to what is held on the agent.
func (a *Allocator) AgentTotal(dst []Resource, id AgentID) ([]Resource, error) {
	g, _, err := a.agentOf(id)
	if err != nil {
		return dst, err
	}
	return a.kinds.appendResources(dst, g.total), nil
}

// AgentFree appends to dst what of an agent could be offered now: its total
// less what is held on it. Shared volumes are always free.
func (a *Allocator) AgentFree(dst []Resource, id AgentID) ([]Resource, error) {
	g, _, err := a.agentOf(id)
	if err != nil {
		return dst, err
	}
	return a.kinds.appendResources(dst, &g.free), nil
}

// OfferedOrAllocated appends to dst what a framework holds on an agent, be it
// offered or in use, in a role or in AllRoles. Framework 0 stands for all frameworks, also
// those that are not known yet.
func (a *Allocator) OfferedOrAllocated(dst []Resource, id AgentID, framework FrameworkID, r RoleID) ([]Resource, error) {
	g, _, err := a.agentOf(id)
	if err != nil {
		return dst, err
	}
	fslot := none
	if framework != 0 {
		if _, fslot, err = a.frameworkOf(framework); err != nil {
			return dst, err
		}
	}
	if err := a.checkRoles(r); err != nil {
		return dst, err
	}
	sum := &a.scratch.bags[0]
	sum.reset()
	for _, ref := range g.entries {
		m := a.members.at(ref.member)
		if (fslot == none || m.framework == fslot) && (r == AllRoles || m.role == r) {
			sum.add(&a.entries.at(ref.entry).held)
		}
	}
	return a.kinds.appendResources(dst, sum), nil
}

// Allocated appends to dst what of an agent tasks of a role, or of AllRoles,
// use: the part of what frameworks hold there that is not merely offered.
func (a *Allocator) Allocated(dst []Resource, id AgentID, r RoleID) ([]Resource, error) {
	g, _, err := a.agentOf(id)
	if err != nil {
		return dst, err
	}
	if err := a.checkRoles(r); err != nil {
		return dst, err
	}
	sum := &a.scratch.bags[0]
	sum.reset()
	for i := range g.allocated {
		if w := &g.allocated[i]; r == AllRoles || w.role == r {
			sum.add(&w.held)
		}
	}
	return a.kinds.appendResources(dst, sum), nil
}

// checkRoles is checkRole that lets AllRoles pass.
func (a *Allocator) checkRoles(r RoleID) *Error {
	if r == AllRoles {
		return nil
	}
	return a.checkRole(r)
}
