package differential

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// newsOfCycle is what happened since the latest cycle.
type newsOfCycle struct {
	inVain   bool // it offered nothing to anybody
	again    int  // agents of which it has to ask again, whatever happens
	calls    int  // that were carried out since
	about    int  // how many roles the latest of them is about
	forAll   bool // one of them was news of everybody
	through  bool // everybody is gone through to find who is next, or was under an earlier policy
	partial  bool // it was not of all agents: then nothing is recalled and lent
	recalled bool // something was, ever
}

// looks counts the pairs of an agent and a role or framework that a cycle looked at. Of two
// cycles without news between them the second looks at none, but on agents where what quota
// cuts is drawn and decides. After one call it looks at what this one is about, and so at the
// agents, or at the roles and frameworks, not at all of these on each agent.
func (m *match) looks(c *sequence.Call, accepted bool) {
	n := &m.news
	if c.Verb != calls.OpAdvance {
		if accepted {
			n.calls++
			m.learnNews(c)
		}
		return
	}
	if len(m.subject.Cycles) == 0 || !m.subject.Cycles[0].Report.Ran {
		return
	}
	m.check = "looks"
	if m.drawsInVain() {
		n.inVain = false
		return
	}
	cycle, most := &m.subject.Cycles[0], 0
	looked, again := hooks.Looked(m.subject.core)
	agents, subscriptions := m.accounts.AgentsThere.Len(), len(m.subscriptions())
	anew := 2 * n.again * (len(m.cast.Roles) + subscriptions) // in both stages
	if n.inVain && n.calls == 0 && looked > anew {
		must.Fail("a cycle without news looked at %d pairs of an agent and a role or framework", looked)
	}
	if n.inVain && n.calls == 1 && !n.forAll && !n.through {
		most = 4*(agents+2*subscriptions)*(1+n.about)*(1+len(cycle.Offers)) + anew
		if looked > most {
			must.Fail("a cycle after one call looked at %d pairs of an agent and a role or framework, %d at most are due to it", looked, most)
		}
	}
	inVain := len(cycle.Offers)+len(cycle.InverseOffers)+len(cycle.Recalls) == 0
	// What is lent and recalled is told where nobody has been asked for anything: waits end unheard.
	loans := m.accounts.Lending && (n.recalled || n.calls > 0 || cycle.Report.Candidates != agents || n.partial)
	due := stepsOfNothing*(agents+subscriptions+len(m.cast.Roles)) + stepsOfVisit*max(most, anew)
	if n.inVain && !n.through && (n.calls == 0 || most > 0) && !loans && m.steps.cycle > due {
		must.Fail("a cycle after %d calls took %d steps for %d pairs of %d agents and %d subscriptions; %d at most are due to it",
			n.calls, m.steps.cycle, looked, agents, subscriptions, due)
	}
	*n = newsOfCycle{inVain: inVain, again: again, through: n.through, partial: cycle.Report.Candidates != agents, recalled: n.recalled || len(cycle.Recalls) > 0}
}

// drawsInVain says whether a visit without an offer changes later answers, as in Mesos: then a
// cycle spares no agent.
func (m *match) drawsInVain() bool {
	return tested.MesosVectors && m.accounts.Options.AgentOrder == alloc.OrderByID && len(m.accounts.Quotas()) > 0
}

// guarantees says whether any role has one.
func (m *match) guarantees() bool {
	return slices.ContainsFunc(m.accounts.Quotas(), func(role uint32) bool { return len(m.accounts.Roles[role].Guarantees) > 0 })
}

// learnNews takes note of what a call changed for the cycle to come.
func (m *match) learnNews(c *sequence.Call) {
	n := &m.news
	switch x := c.Value.(type) {
	case *calls.SetQuota, *calls.SetWhitelist, *calls.Resume, *calls.RemoveFramework: // what that one held is free on many agents
		n.forAll = true
	case *calls.SetPolicy:
		n.forAll = true
		n.through = n.through || goesThroughAll(x.Policy)
	}
	switch c.Verb {
	case calls.OpRecoverResources: // there may be more to spare for all, or for all below a role
		n.forAll = n.forAll || m.guarantees() || m.accounts.Options.NestedQuota
	case calls.OpAddAgent, calls.OpUpdateAgent, calls.OpAddResourceProvider: // and of what there is for guarantees, too
		n.forAll = n.forAll || m.guarantees()
	}
	if f := m.accounts.Framework(c.Framework); f != nil {
		n.about = len(f.Roles)
	}
}

// anyPolicy says whether one that allocators begin with suits.
func anyPolicy(o *alloc.Options, suits func(alloc.Policy) bool) bool {
	return suits(o.RoleSorter) || suits(o.FrameworkSorter) ||
		slices.ContainsFunc(o.RolePolicies, func(p alloc.RolePolicy) bool { return suits(p.Policy) })
}

// goesThroughAll says whether a policy has to go through all to find who is next.
func goesThroughAll(p alloc.Policy) bool {
	return p == alloc.Random || p == alloc.HDRF || strings.HasPrefix(string(p), "random")
}
