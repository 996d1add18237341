package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/standing"
)

// Standings returns where each role and framework stands: what it deserves, asks for, holds, lends and
// borrows, and what its fair share is. docs/standing.md has an example.
//
// Cost: proportional to the roles in use and to subscriptions, by the names of resources, and linear in what is
// held on agents, and in loans. Siblings are divided in rounds: one is usual, and all are few, unless their
// weights and what they ask for are made to be many. A minimum that no agent has enough for looks at all agents.
func (v *View) Standings() *alloc.Standings { return standing.Of(v.state, v.holdings, nil, nil) }

// RequestedStandings returns where everybody stands if the frameworks that requests name ask for as much as they
// say there, and the others as for Standings. It is for callers who know more than frameworks tell, such as a
// simulator. It leaves Offered out.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed, CodeAmount.
//
// Cost: that of Standings, without what is held on agents.
func (v *View) RequestedStandings(requests []alloc.Request) (*alloc.Standings, error) {
	known, err := standing.CheckRequests(v.state, requests)
	if err != nil {
		return nil, err
	}
	return standing.Of(v.state, nil, nil, known), nil
}

// NewcomerStanding returns where everybody would stand if somebody new came: Standings.Newcomer is where the
// newcomer would, and its Fair is what it would come to hold.
//
// Errors: CodeUnknownRole, CodeInvalid, CodeName, CodeAmount.
//
// Cost: that of Standings.
func (v *View) NewcomerStanding(n alloc.Newcomer) (*alloc.Standings, error) {
	if err := standing.CheckNewcomer(v.state, &n); err != nil {
		return nil, err
	}
	return standing.Of(v.state, v.holdings, &n, nil), nil
}

// ExplainStanding says, with names, where one role or framework or all stand, how it compares with
// somebody else, where a newcomer would stand, and what the newcomer would be offered now (WouldFit).
//
// Errors: CodeUnknownRole, CodeUnknownFramework, CodeStale, CodeNotSubscribed (nothing is subscribed or held),
// CodeInvalid, CodeName, CodeAmount, and CodeLimit (there can be no further role, for a newcomer).
//
// Cost: that of Standings, and of the paths of all roles that are asked about, each of which has the names of
// those above it. With a newcomer, that of WouldFit besides.
func (v *View) ExplainStanding(q alloc.StandingQuestion) (*explain.Standings, error) {
	x, err := standing.Explain(v.state, v.holdings, q)
	if err != nil || q.Newcomer == nil {
		return x, err
	}
	x.Fit, err = v.WouldFit(*q.Newcomer)
	return x, err
}
