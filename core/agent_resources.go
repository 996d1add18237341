package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// AgentIDs appends to dst all agents, in no order that means anything. Cost: linear in
// the agents.
func (v *View) AgentIDs(dst []alloc.AgentID) []alloc.AgentID {
	for slot := range v.state.Agents.Alive.All {
		dst = append(dst, v.state.Agents.AgentID(slot))
	}
	return dst
}

// AgentTotal appends to dst what an agent has in all, in the flat form of
// Resource: by kind, each kind once, volumes copy by copy, then intervals.
//
// Cost: proportional to what the agent has.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
func (v *View) AgentTotal(dst []alloc.Resource, id alloc.AgentID) ([]alloc.Resource, error) {
	g, _, err := v.state.Agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	return v.state.Kinds.AppendResources(dst, g.TotalBag()), nil
}

// AgentFree appends to dst what an agent could offer now: its total less what is offered
// or allocated on it. Shared volumes are always free.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
//
// Cost: proportional to what the agent has.
func (v *View) AgentFree(dst []alloc.Resource, id alloc.AgentID) ([]alloc.Resource, error) {
	g, _, err := v.state.Agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	return v.state.Kinds.AppendResources(dst, g.FreeBag()), nil
}

// OfferedOrAllocated appends to dst what a framework holds on an agent in a role, offered
// or in use. AllRoles stands for all roles, and framework 0 for all frameworks, registered
// or not. Cost: linear in what is held on the agent.
//
// Errors: CodeUnknownAgent, CodeUnknownFramework, CodeStale, CodeUnknownRole; dst
// is returned as it was.
func (v *View) OfferedOrAllocated(dst []alloc.Resource, id alloc.AgentID, framework alloc.FrameworkID, r alloc.RoleID) ([]alloc.Resource, error) {
	g, _, err := v.state.Agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	fslot := slots.Framework(slots.None)
	if framework != 0 {
		if _, fslot, err = v.state.Frameworks.FrameworkOf(framework); err != nil {
			return dst, err
		}
	}
	if err := v.state.Roles.CheckRoleOrAll(r); err != nil {
		return dst, err
	}
	var sum resource.Bag
	for _, ref := range g.Entries {
		sub := v.state.Frameworks.Subscriptions.At(ref.Subscription)
		if (fslot == slots.None || sub.Framework == fslot) && (r == alloc.AllRoles || sub.Role == r) {
			sum.Add(v.state.Ledger.Entries.At(ref.Entry).Held())
		}
	}
	return v.state.Kinds.AppendResources(dst, &sum), nil
}

// AgentHoldings appends to dst what each framework, registered or not, holds on an agent in
// each role, offered or in use. The caller owns the resources. Cost: linear in what is
// held on the agent.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
func (v *View) AgentHoldings(dst []alloc.Usage, id alloc.AgentID) ([]alloc.Usage, error) {
	g, _, err := v.state.Agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	for _, ref := range g.Entries {
		sub := v.state.Frameworks.Subscriptions.At(ref.Subscription)
		dst = append(dst, alloc.Usage{
			Framework: v.state.Frameworks.At(sub.Framework).Name,
			Role:      sub.Role,
			Resources: v.state.Kinds.AppendResources(nil, v.state.Ledger.Entries.At(ref.Entry).Held()),
		})
	}
	return dst, nil
}

// Allocated appends to dst what tasks of a role, or of AllRoles, use on an agent: all that
// frameworks hold there and are not merely offered.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownRole; dst is returned as it
// was.
//
// Cost: proportional to what tasks use on the agent.
func (v *View) Allocated(dst []alloc.Resource, id alloc.AgentID, r alloc.RoleID) ([]alloc.Resource, error) {
	g, _, err := v.state.Agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	if err := v.state.Roles.CheckRoleOrAll(r); err != nil {
		return dst, err
	}
	var sum resource.Bag
	g.SumInUse(&sum, r)
	return v.state.Kinds.AppendResources(dst, &sum), nil
}
