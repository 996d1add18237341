package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
)

// Explain says why a framework is offered what it is in a role, and nothing more.
// Every agent of the cluster counts once, for the first thing that keeps it from
// the framework: each is judged as if the next cycle came to it first and asked
// this framework first. Asking changes nothing.
//
// Cost: one pass over the agents, and a bounded search for what would help.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
func (a *Allocator) Explain(id FrameworkID, r RoleID) (*Explanation, error) {
	m, err := a.frameworks.SubscriptionOf(id, r)
	if err != nil {
		return nil, err
	}
	return a.newExaminer().explain(m), nil
}

// ExplainFramework is Explain for each role that a framework is subscribed to, in
// the order of their paths.
//
// Cost: one pass over the agents, and for each role what it takes to judge one of each
// that are alike, and those that the framework has refused; and the search.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) ExplainFramework(id FrameworkID) ([]*Explanation, error) {
	f, _, err := a.frameworks.FrameworkOf(id)
	if err != nil {
		return nil, err
	}
	list, x := []*Explanation{}, a.newExaminer()
	for _, m := range f.Subscriptions {
		if a.frameworks.Subscriptions.At(m).Subscribed {
			list = append(list, x.explain(m))
		}
	}
	return list, nil
}

// ExplainAgent says all that keeps an agent from a framework in a role.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
func (a *Allocator) ExplainAgent(id FrameworkID, r RoleID, agent AgentID) (*AgentExplanation, error) {
	m, err := a.frameworks.SubscriptionOf(id, r)
	if err != nil {
		return nil, err
	}
	g, slot, err := a.agents.AgentOf(agent)
	if err != nil {
		return nil, err
	}
	x := a.newExaminer()
	who, s := a.applicantOf(m), a.subjectOf(slot)
	e := &AgentExplanation{Subject: a.party(m), Now: a.news.Now, Agent: agent, Name: g.Name()}
	e.Reasons = x.describe(&who, s, true)
	e.Order = x.order(m, []slots.Agent{slot})
	e.Verdict.Code = e.Reasons[0].Code
	if e.Verdict.Code != ReasonNone {
		e.Verdict.Remedies = x.remedies(&who, []subject{s}, false)
	}
	return e, nil
}

// ExplainRole says why frameworks of a role are offered what they are. Agents
// count for what keeps them from a framework of the role that is able to receive
// everything, takes any amount, and has refused nothing.
//
// Errors: CodeUnknownRole.
func (a *Allocator) ExplainRole(id RoleID) (*RoleExplanation, error) {
	if err := a.roles.CheckRole(id); err != nil {
		return nil, err
	}
	x := a.newExaminer()
	who := applicant{
		subscription: slots.None, role: id, capabilities: api.AllCapabilities, active: true,
		filtersEndBy: api.StartOfTime, paused: a.news.Paused, masterRecover: a.isRecovering(),
	}
	v := x.survey(&who)
	e := &RoleExplanation{Subject: a.roleParty(id), Now: a.news.Now, Agents: v.agents, Buckets: v.buckets(x, &who), Verdict: v.verdict(x, &who)}
	e.Limits = x.limitStates(id, noRow)
	e.Guarantees = x.guaranteeStates(func(o RoleID) bool {
		return a.roles.IsSelfOrAncestor(o, id) || a.roles.IsSelfOrAncestor(id, o)
	})
	r := a.roles.Get(id)
	for _, m := range a.frameworks.SubscriptionsByName(nil, r) {
		e.Frameworks = append(e.Frameworks, a.roleFramework(r, m))
	}
	if len(r.Subscriptions) > 0 {
		e.Order, _ = x.roleOrder(id, v.free)
	}
	return e, nil
}

func (a *Allocator) roleFramework(r *roles.Role, m slots.Subscription) RoleFramework {
	sub := a.frameworks.Subscriptions.At(m)
	own := r.Frameworks.Places(sub.Client)[0].Own
	return RoleFramework{
		Party: a.party(m), Active: a.frameworks.At(sub.Framework).Active, Suppressed: sub.Suppressed,
		Filters: a.frameworks.Filters.Count(m), Standing: a.frameworkStanding(sub.Role, &own), History: a.historyOf(m),
	}
}

// explain is Explain for a subscription.
func (x *examiner) explain(m slots.Subscription) *Explanation {
	a := x.a
	who := a.applicantOf(m)
	v := x.survey(&who)
	return &Explanation{
		Subject: a.party(m), Now: a.news.Now, Agents: v.agents,
		Buckets: v.buckets(x, &who), Order: x.order(m, v.free), History: a.historyOf(m), Verdict: v.verdict(x, &who),
	}
}
