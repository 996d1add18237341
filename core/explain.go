package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// Explain says why a framework is offered what it is in a role, and nothing more. Each agent of the
// cluster counts once, for the first thing that keeps it from the framework. It is judged as if the
// next cycle came to this agent first and asked this framework first. What is not offered may still
// be lent; Explain says nothing of that.
//
// Explain changes nothing. Cost: one pass over the agents, and a bounded search for what
// would help; where roles lend, also all that is recalled.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
func (v *View) Explain(id alloc.FrameworkID, r alloc.RoleID) (*explain.Explanation, error) {
	return v.explainer.Explain(id, r)
}

// ExplainFramework is Explain for each role that a framework is subscribed to, in the
// order of their paths.
//
// Cost: one pass over the agents; for each role, one judgement of each group of agents
// that are alike and of each agent that the framework has refused; and the search.
//
// Errors: CodeUnknownFramework, CodeStale.
func (v *View) ExplainFramework(id alloc.FrameworkID) ([]*explain.Explanation, error) {
	return v.explainer.ExplainFramework(id)
}

// ExplainAgent says all that keeps an agent from a framework in a role.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
func (v *View) ExplainAgent(id alloc.FrameworkID, r alloc.RoleID, agent alloc.AgentID) (*explain.AgentExplanation, error) {
	return v.explainer.ExplainAgent(id, r, agent)
}

// ExplainRole says why frameworks of a role are offered what they are. Each agent is judged for
// some made-up frameworks: one for each set of capabilities that a subscribed framework has,
// without refusals and with no minimum but Options.MinAllocatable; if none is subscribed, one with
// every capability. An agent counts for what keeps it from the one that comes nearest to an offer.
//
// Errors: CodeUnknownRole.
func (v *View) ExplainRole(id alloc.RoleID) (*explain.RoleExplanation, error) {
	return v.explainer.ExplainRole(id)
}

// RoleLimits returns the limits that bind a role, with what the next cycle finds consumed: the
// role's own and, with nested quota, those of the roles above it.
//
// Cost: linear in the limits, the depth of the role, and the roles whose quota or consumption has
// changed since the last cycle.
//
// Errors: CodeUnknownRole.
func (v *View) RoleLimits(id alloc.RoleID) ([]explain.LimitState, error) {
	return v.explainer.RoleLimits(id)
}
