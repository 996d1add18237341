package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// AgentIDs appends to dst all agents, in no order that means anything. Cost: linear in
// the agents.
func (a *Allocator) AgentIDs(dst []AgentID) []AgentID {
	for _, slot := range a.agents.Alive.Append(nil) {
		dst = append(dst, a.agents.AgentID(slot))
	}
	return dst
}

// AgentTotal appends to dst what an agent has in all, in the flat form of
// Resource: by kind, each kind once, volumes copy by copy, then intervals. Cost:
// proportional to what the agent has.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
func (a *Allocator) AgentTotal(dst []Resource, id AgentID) ([]Resource, error) {
	g, _, err := a.agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	return a.kinds.AppendResources(dst, g.Total), nil
}

// AgentFree appends to dst what an agent could offer now: its total less what is offered
// or allocated on it. Shared volumes are always free.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
func (a *Allocator) AgentFree(dst []Resource, id AgentID) ([]Resource, error) {
	g, _, err := a.agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	return a.kinds.AppendResources(dst, &g.Free), nil
}

// OfferedOrAllocated appends to dst what a framework holds on an agent in a role, offered
// or in use. AllRoles stands for all roles, and framework 0 for all frameworks, registered
// or not. Cost: linear in what is held on the agent.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeUnknownRole; dst
// is returned as it was.
func (a *Allocator) OfferedOrAllocated(dst []Resource, id AgentID, framework FrameworkID, r RoleID) ([]Resource, error) {
	g, _, err := a.agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	fslot := slots.None
	if framework != 0 {
		if _, fslot, err = a.frameworks.FrameworkOf(framework); err != nil {
			return dst, err
		}
	}
	if err := a.ledger.CheckRoleOrAll(r); err != nil {
		return dst, err
	}
	var sum resource.Bag
	for _, ref := range g.Entries {
		sub := a.frameworks.Subscriptions.At(ref.Subscription)
		if (fslot == slots.None || sub.Framework == fslot) && (r == AllRoles || sub.Role == r) {
			sum.Add(&a.ledger.Entries.At(ref.Entry).Resources)
		}
	}
	return a.kinds.AppendResources(dst, &sum), nil
}

// AgentHoldings appends to dst what each framework, registered or not, holds on an agent in
// each role, offered or in use. The caller owns the resources. Cost: linear in what is
// held on the agent.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
func (a *Allocator) AgentHoldings(dst []Usage, id AgentID) ([]Usage, error) {
	g, _, err := a.agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	for _, ref := range g.Entries {
		sub := a.frameworks.Subscriptions.At(ref.Subscription)
		dst = append(dst, Usage{
			Framework: a.frameworks.At(sub.Framework).Name,
			Role:      sub.Role,
			Resources: a.kinds.AppendResources(nil, &a.ledger.Entries.At(ref.Entry).Resources),
		})
	}
	return dst, nil
}

// Allocated appends to dst what tasks of a role, or of AllRoles, use on an agent: all that
// frameworks hold there and are not merely offered.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownRole; dst is returned as it
// was.
func (a *Allocator) Allocated(dst []Resource, id AgentID, r RoleID) ([]Resource, error) {
	g, _, err := a.agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	if err := a.ledger.CheckRoleOrAll(r); err != nil {
		return dst, err
	}
	var sum resource.Bag
	for i := range g.InUse {
		if u := &g.InUse[i]; r == AllRoles || u.Role == r {
			sum.Add(&u.Resources)
		}
	}
	return a.kinds.AppendResources(dst, &sum), nil
}
