package core

import "github.com/apportion/apportion/core/alloc"

// AgentFilter is a filter in force on an agent: a framework wants neither what it refused
// there, nor a part of that. It ends at the latest once Advance or Allocate comes to Until.
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
