package examine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/examine"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
)

// asked is a state in which a framework f in role web is asked about, and agents of four cpus.
type asked struct {
	*statetest.State
	m  slots.Subscription
	f  alloc.FrameworkID
	ex *examine.Explainer
}

func newAsked(t *testing.T) *asked {
	s := statetest.New(t, alloc.Options{Region: "eu", MinAllocatable: [][]alloc.Quantity{{{Name: "cpus", Amount: 1000}}}})
	a := &asked{State: s, m: s.Framework("f", "web"), ex: examine.New(s.State)}
	a.f = s.Frameworks.FrameworkID(s.Frameworks.ByName["f"])
	return a
}

// reasons are what keeps an agent from the framework, and the changes that are said to help.
func (a *asked) reasons(t *testing.T, slot slots.Agent) (codes []explain.ReasonCode, helps []explain.ChangeKind) {
	e, err := a.ex.ExplainAgent(a.f, a.Role("web"), a.Agents.AgentID(slot))
	require.NoError(t, err)
	for _, r := range e.Reasons {
		codes = append(codes, r.Code)
	}
	for _, remedy := range e.Verdict.Remedies {
		for _, c := range remedy {
			helps = append(helps, c.Kind)
		}
	}
	require.Equal(t, codes[0], e.Verdict.Code, "the first counts")
	return codes, helps
}

// Each rule of a cycle that keeps an agent back is told by its reason, and what would lift it helps.
func TestEachRuleHasItsReason(t *testing.T) {
	for want, x := range map[explain.ReasonCode]struct {
		agent alloc.AgentInfo
		total string
		then  func(a *asked, slot slots.Agent)
		helps explain.ChangeKind
	}{
		explain.ReasonNone:           {},
		explain.ReasonPaused:         {then: func(a *asked, _ slots.Agent) { a.Schedule.Pause() }, helps: explain.ChangeResume},
		explain.ReasonRecovering:     {then: func(a *asked, _ slots.Agent) { a.Schedule.HoldOff(9, 50) }, helps: explain.ChangeWait},
		explain.ReasonNotWhitelisted: {then: func(a *asked, _ slots.Agent) { a.Agents.SetWhitelist([]string{"h"}) }, helps: explain.ChangeWhitelistHost},
		explain.ReasonAgentInactive:  {then: func(a *asked, slot slots.Agent) { a.Agents.Activate(slot, false) }, helps: explain.ChangeActivateAgent},
		explain.ReasonNothingFree:    {then: func(a *asked, slot slots.Agent) { a.Offer(slot, a.Framework("g", "db"), "cpus:4") }},
		explain.ReasonUnanswered:     {then: func(a *asked, slot slots.Agent) { a.Offer(slot, a.m, "cpus:4") }, helps: explain.ChangeAnswer},
		explain.ReasonFrameworkInactive: {then: func(a *asked, _ slots.Agent) {
			a.Frameworks.Deactivate(a.Frameworks.At(a.Frameworks.ByName["f"]))
		}, helps: explain.ChangeActivateFramework},
		explain.ReasonSuppressed:          {then: func(a *asked, _ slots.Agent) { a.Frameworks.Suppress(a.m) }, helps: explain.ChangeRevive},
		explain.ReasonOfferConstraints:    {then: func(a *asked, slot slots.Agent) { a.Frameworks.Exclude(a.m, slot, true) }, helps: explain.ChangeAdmitAgent},
		explain.ReasonReserved:            {total: "cpus(db):4", helps: explain.ChangeSubscribe},
		explain.ReasonBelowMinimum:        {total: "cpus:0.5", helps: explain.ChangeLowerMinimum},
		explain.ReasonGPUsKept:            {total: "cpus:4; gpus:1", helps: explain.ChangeAddCapabilities},
		explain.ReasonOtherRegion:         {agent: alloc.AgentInfo{Region: "us"}, helps: explain.ChangeAddCapabilities},
		explain.ReasonCapabilitiesMissing: {total: "cpus{revocable}:4", helps: explain.ChangeAddCapabilities},
		explain.ReasonRoleLimit:           {then: func(a *asked, _ slots.Agent) { a.Quota("web", "nothing", "cpus:0.5") }, helps: explain.ChangeRaiseLimit},
		explain.ReasonHeadroom:            {then: func(a *asked, _ slots.Agent) { a.Quota("db", "cpus:9", "nothing") }, helps: explain.ChangeLowerGuarantee},
		explain.ReasonAgentTooOld: {agent: alloc.AgentInfo{Capabilities: new(alloc.Capabilities)}, then: func(a *asked, _ slots.Agent) {
			a.Frameworks.At(a.Frameworks.ByName["f"]).SetCapabilities(alloc.MultiRole)
		}, helps: explain.ChangeUpgradeAgent},
		explain.ReasonRefused: {then: func(a *asked, slot slots.Agent) {
			a.Frameworks.AddFilter(slot, a.m, a.Bag("cpus:4"), 0, 100)
		}, helps: explain.ChangeRevive},
	} {
		a := newAsked(t)
		x.agent.ID = "a"
		if x.total == "" {
			x.total = "cpus:4"
		}
		slot := a.Agent(x.agent, x.total)
		if x.then != nil {
			x.then(a, slot)
		}
		codes, helps := a.reasons(t, slot)
		require.Equal(t, []explain.ReasonCode{want}, codes)
		if x.helps != 0 {
			require.Contains(t, helps, x.helps, want)
		}
	}
}

// What a role's own guarantee lacks is offered before the headroom for others has a say.
func TestNothingKeepsWhatAGuaranteeLacks(t *testing.T) {
	a := newAsked(t)
	slot := a.Agent(alloc.AgentInfo{ID: "a"}, "cpus:4")
	a.Quota("db", "cpus:9", "nothing")
	a.Quota("web", "cpus:1", "nothing")
	codes, _ := a.reasons(t, slot)
	require.Equal(t, []explain.ReasonCode{explain.ReasonNone}, codes)
}

// Several rules may keep an agent back. All are told, in the order in which a cycle asks, and
// each is to be lifted.
func TestAllReasonsAreToldInOrder(t *testing.T) {
	a := newAsked(t)
	slot := a.Agent(alloc.AgentInfo{ID: "a", Region: "us"}, "cpus:4; gpus:1")
	a.Frameworks.Suppress(a.m)
	a.Agents.Activate(slot, false)
	codes, helps := a.reasons(t, slot)
	require.Equal(t, []explain.ReasonCode{explain.ReasonAgentInactive, explain.ReasonSuppressed, explain.ReasonGPUsKept, explain.ReasonOtherRegion}, codes)
	require.Subset(t, helps, []explain.ChangeKind{explain.ChangeActivateAgent, explain.ChangeRevive, explain.ChangeAddCapabilities})
}

// Agents are counted by the first reason that keeps each from the framework.
func TestAgentsAreCountedByReason(t *testing.T) {
	a := newAsked(t)
	for i := range 5 {
		a.Agent(alloc.AgentInfo{ID: fmt.Sprint("small", i)}, "cpus:0.5")
	}
	a.Agents.Activate(a.Agent(alloc.AgentInfo{ID: "off"}, "cpus:0.5"), false)
	near, _ := a.Agents.ByName.Find("small3")
	a.Ledger.ApplyTotal(near, a.Bag("cpus:0.75"))
	count := func(reasons []explain.ReasonGroup) map[explain.ReasonCode]int {
		counts := map[explain.ReasonCode]int{}
		for _, g := range reasons {
			counts[g.Code] = g.Agents
		}
		return counts
	}
	want := map[explain.ReasonCode]int{explain.ReasonAgentInactive: 1, explain.ReasonBelowMinimum: 5}
	e, err := a.ex.Explain(a.f, a.Role("web"))
	require.NoError(t, err)
	require.Equal(t, want, count(e.Reasons))
	require.Equal(t, 6, e.Agents)
	require.Equal(t, explain.ReasonBelowMinimum, e.Verdict.Code, "that of most")
	require.Equal(t, "small3", e.Reasons[1].NearestName)
	require.Equal(t, alloc.Amounts{{Name: "cpus", Amount: 2750}}, e.Reasons[1].Free)
	role, err := a.ex.ExplainRole(a.Role("web"))
	require.NoError(t, err)
	require.Equal(t, want, count(role.Reasons))
	all, err := a.ex.ExplainFramework(a.f)
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.Equal(t, e, all[0])
}

// Who comes before in the order of shares is told: of the role's siblings, or within it.
func TestWhoComesFirst(t *testing.T) {
	a := newAsked(t)
	slot := a.Agent(alloc.AgentInfo{ID: "a"}, "cpus:4")
	order := func() explain.Order {
		e, err := a.ex.Explain(a.f, a.Role("web"))
		require.NoError(t, err)
		return e.Order
	}
	require.True(t, order().IsFirst)
	a.Framework("g", "web")
	a.Offer(slot, a.m, "cpus:1")
	o := order()
	require.True(t, !o.IsFirst && o.ByFramework && o.Position == 2 && o.Siblings == 2 && o.Leader.FrameworkName == "g" && o.EligibleAhead == 1)
	h := a.Framework("h", "db")
	o = order()
	require.True(t, !o.IsFirst && !o.ByFramework && o.Leader.RoleName == "db")
	a.Offer(slot, h, "cpus:2")
	a.Framework("k", "web/sub")
	o = order()
	require.Equal(t, []string{"web", "web/sub"}, []string{o.Parent.RoleName, o.Leader.RoleName}, "where it parts from who comes first")
}

// To explain changes nothing, and asks for a cycle of nobody; of what is not there it says so.
func TestToExplainChangesNothing(t *testing.T) {
	a := newAsked(t)
	slot := a.Agent(alloc.AgentInfo{ID: "a"}, "cpus:4; cpus(db):2")
	a.Quota("web", "cpus:1", "cpus:3")
	a.Quota("db", "cpus:9", "nothing")
	a.Offer(slot, a.m, "cpus:1")
	seen := func() string {
		sub := *a.Frameworks.Subscriptions.At(a.m)
		return fmt.Sprintf("%+v %+v %+v %v %s %+v %v %v", *a.Schedule, a.Roles.ToReassess, *a.Roles.QuotaOf(a.Role("web")), a.Changes.Offers.At(slot),
			a.Free(slot), sub, a.Names.Len(), a.Kinds.Len())
	}
	before := seen()
	for range 2 {
		a.reasons(t, slot)
		_, err := a.ex.Explain(a.f, a.Role("web"))
		require.NoError(t, err)
		_, err = a.ex.ExplainRole(a.Role("db"))
		require.NoError(t, err)
	}
	require.Equal(t, before, seen())
	a.Check()

	_, err := a.ex.Explain(0, a.Role("web"))
	require.ErrorIs(t, err, alloc.ErrUnknownFramework)
	_, err = a.ex.Explain(a.f, a.Role("db"))
	require.ErrorIs(t, err, alloc.ErrNotSubscribed)
	_, err = a.ex.ExplainAgent(a.f, a.Role("web"), 0)
	require.ErrorIs(t, err, alloc.ErrUnknownAgent)
	_, err = a.ex.ExplainRole(1000)
	require.ErrorIs(t, err, alloc.ErrUnknownRole)
	_, err = a.ex.ExplainFramework(0)
	require.ErrorIs(t, err, alloc.ErrUnknownFramework)
}
