package core

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// FindAgent returns the handle of the agent with that id.
//
// Cost: one lookup.
func (v *View) FindAgent(id string) (alloc.AgentID, bool) {
	slot, ok := v.state.Agents.ByName.Find(id)
	if !ok {
		return 0, false
	}
	return v.state.Agents.AgentID(slot), true
}

// FindFramework returns the handle of the framework with that id.
//
// Cost: one lookup.
func (v *View) FindFramework(id string) (alloc.FrameworkID, bool) {
	slot, found := v.state.Frameworks.Find(id)
	if !found {
		return 0, false
	}
	return v.state.Frameworks.FrameworkID(slot), true
}

// FindRole returns the number of the role with that path, if it has one.
//
// Cost: one lookup for each part of the path.
func (v *View) FindRole(path string) (alloc.RoleID, bool) {
	id, _, known := v.state.Roles.Descend(path)
	return id, known
}

// AgentName returns the id that the agent was added with.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: constant.
func (v *View) AgentName(id alloc.AgentID) (string, error) {
	g, _, err := v.state.Agents.AgentOf(id)
	if err != nil {
		return "", err
	}
	return g.Name, nil
}

// FrameworkName returns the id that the framework was added with, or will be: a borrower that
// Loans lists may have yet to come.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: constant.
func (v *View) FrameworkName(id alloc.FrameworkID) (string, error) {
	return v.state.Frameworks.NameOf(id)
}

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

// FrameworkIDs appends to dst all frameworks in the order of their names. Cost: that of
// sorting them.
func (v *View) FrameworkIDs(dst []alloc.FrameworkID) []alloc.FrameworkID {
	for _, slot := range v.state.Frameworks.FrameworksByName() {
		dst = append(dst, v.state.Frameworks.FrameworkID(slot))
	}
	return dst
}

// DescribeFramework returns what a framework is now, as AddFramework takes it, but for
// Used, which OfferedOrAllocated has agent by agent. Roles are in order of their paths.
// The caller owns it. Cost: linear in its roles.
//
// Errors: CodeUnknownFramework, CodeStale.
func (v *View) DescribeFramework(id alloc.FrameworkID) (alloc.FrameworkInfo, error) {
	f, _, err := v.state.Frameworks.FrameworkOf(id)
	if err != nil {
		return alloc.FrameworkInfo{}, err
	}
	info := alloc.FrameworkInfo{ID: f.Name, Capabilities: f.Capabilities, Inactive: !f.Active}
	for _, m := range f.Subscriptions {
		sub := v.state.Frameworks.Subscriptions.At(m)
		if !sub.Subscribed {
			continue
		}
		info.Roles = append(info.Roles, sub.Role)
		if sub.Suppressed {
			info.Suppressed = append(info.Suppressed, sub.Role)
		}
		if sub.Minimum != frameworks.GlobalMinimum {
			info.MinAllocatable = append(info.MinAllocatable, alloc.RoleMinimum{Role: sub.Role, Lists: v.listMinimum(sub)})
		}
	}
	return info, nil
}

// listMinimum returns a subscription's minimum as RoleMinimum has it.
func (v *View) listMinimum(sub *frameworks.Subscription) [][]alloc.Quantity {
	lists := [][]alloc.Quantity{}
	for _, row := range v.state.Frameworks.Minimum(sub) {
		lists = append(lists, v.explainer.Amounts(row))
	}
	return lists
}

// Recovery is a wait for agents after a failover.
type Recovery struct {
	Agents int        // for how many it waits in all
	Until  alloc.Time // at the latest
}

// Recovering returns the wait in recovery, false if there is none.
//
// Cost: constant.
func (v *View) Recovering() (Recovery, bool) {
	ends := v.state.Schedule.Recovery.ResumeAt
	if !v.state.Schedule.Paused || !v.state.Schedule.IsRecovering() || len(ends) == 0 {
		return Recovery{}, false
	}
	return Recovery{Agents: v.state.Schedule.Recovery.ExpectedAgents, Until: slices.Min(ends)}, true
}

// AgentFilter is a filter in force on an agent: a framework wants neither what it refused
// there, nor a part of that.
type AgentFilter struct {
	Framework    alloc.FrameworkID
	Role         alloc.RoleID
	Refused      []alloc.Resource
	Since, Until alloc.Time
}

// AgentFilters appends to dst the filters that are in force on an agent. The caller owns
// the resources.
//
// Errors: CodeUnknownAgent, CodeStale; dst is returned as it was.
//
// Cost: linear in the filters on the agent, and in what they refuse.
func (v *View) AgentFilters(dst []AgentFilter, id alloc.AgentID) ([]AgentFilter, error) {
	g, _, err := v.state.Agents.AgentOf(id)
	if err != nil {
		return dst, err
	}
	for m, r := range g.Filters.All() {
		sub := v.state.Frameworks.Subscriptions.At(m)
		dst = append(dst, AgentFilter{
			Framework: v.state.Frameworks.FrameworkID(sub.Framework), Role: sub.Role,
			Refused: v.state.Kinds.AppendResources(nil, r.Resources), Since: alloc.Time(r.Since), Until: alloc.Time(r.Deadline),
		})
	}
	return dst, nil
}
