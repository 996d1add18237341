package core

import (
	"math"

	"github.com/apportion/apportion/core/internal/resource"
)

// AllRoles, in the place of a role, stands for all roles together.
const AllRoles = RoleID(math.MaxUint32)

// AgentIDs appends to dst all agents, in no order that means anything. Cost: linear in
// the agents.
func (a *Allocator) AgentIDs(dst []AgentID) []AgentID {
	for _, slot := range a.live.Append(nil) {
		dst = append(dst, a.agentID(slot))
	}
	return dst
}

// AgentTotal appends to dst what an agent has in all, in the flat form of
// Resource: by kind, each kind once, volumes copy by copy, then intervals. Cost:
// proportional to what the agent has.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
func (a *Allocator) AgentTotal(dst []Resource, id AgentID) ([]Resource, error) {
	g, _, err := a.agentOf(id)
	if err != nil {
		return dst, err
	}
	return a.kinds.appendResources(dst, g.total), nil
}

// AgentFree appends to dst what of an agent could be offered now: its total
// less what is offered or allocated on it. Shared volumes are always free.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
func (a *Allocator) AgentFree(dst []Resource, id AgentID) ([]Resource, error) {
	g, _, err := a.agentOf(id)
	if err != nil {
		return dst, err
	}
	return a.kinds.appendResources(dst, &g.free), nil
}

// OfferedOrAllocated appends to dst what a framework holds on an agent, be it
// offered or in use, in a role or in AllRoles. Framework 0 stands for all
// frameworks, also those that are not registered yet. Cost: proportional to what
// is held on the agent.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeUnknownRole; dst
// is returned as it was.
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
	if err := a.checkRoleOrAll(r); err != nil {
		return dst, err
	}
	var sum resource.Bag
	for _, ref := range g.entries {
		sub := a.subscriptions.At(ref.subscription)
		if (fslot == none || sub.framework == fslot) && (r == AllRoles || sub.role == r) {
			sum.Add(&a.entries.At(ref.entry).resources)
		}
	}
	return a.kinds.appendResources(dst, &sum), nil
}

// AgentHoldings appends to dst what each framework holds on an agent in each role, be it
// offered or in use, also those that are not registered yet. The resources are the
// caller's. Cost: proportional to what is held on the agent.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
func (a *Allocator) AgentHoldings(dst []Usage, id AgentID) ([]Usage, error) {
	g, _, err := a.agentOf(id)
	if err != nil {
		return dst, err
	}
	for _, ref := range g.entries {
		sub := a.subscriptions.At(ref.subscription)
		dst = append(dst, Usage{
			Framework: a.frameworks.At(sub.framework).name,
			Role:      sub.role,
			Resources: a.kinds.appendResources(nil, &a.entries.At(ref.entry).resources),
		})
	}
	return dst, nil
}

// Allocated appends to dst what of an agent tasks of a role, or of AllRoles,
// use: the part of what frameworks hold there that is not merely offered.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownRole; dst is returned as it
// was.
func (a *Allocator) Allocated(dst []Resource, id AgentID, r RoleID) ([]Resource, error) {
	g, _, err := a.agentOf(id)
	if err != nil {
		return dst, err
	}
	if err := a.checkRoleOrAll(r); err != nil {
		return dst, err
	}
	var sum resource.Bag
	for i := range g.inUse {
		if u := &g.inUse[i]; r == AllRoles || u.role == r {
			sum.Add(&u.resources)
		}
	}
	return a.kinds.appendResources(dst, &sum), nil
}

// checkRoleOrAll is checkRole that lets AllRoles pass.
func (a *Allocator) checkRoleOrAll(r RoleID) *Error {
	if r == AllRoles {
		return nil
	}
	return a.checkRole(r)
}

// offeredOrAllocatedTo returns what a framework, registered or not, holds on an
// agent, or nil.
func (a *Allocator) offeredOrAllocatedTo(slot agentSlot, framework string, role RoleID) *resource.Bag {
	f, ok := a.frameworkByName[framework]
	if !ok {
		return nil
	}
	if i := a.entryFor(a.agents.At(slot), f, role); i != none {
		return &a.entries.At(i).resources
	}
	return nil
}
