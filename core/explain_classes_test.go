package core_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// TestExplainTellsAgentsApart: agents that have the same free count for different
// reasons, each after one that nothing is the matter with.
func TestExplainTellsAgentsApart(t *testing.T) {
	h := newExplained(t, alloc.Options{Region: "here"}, alloc.FrameworkInfo{Capabilities: alloc.MultiRole})
	hosts := []string{"listed"}
	h.SetWhitelist(hosts)
	total := h.of(8, 0)
	for range 3 {
		plain := alloc.AgentInfo{Hostname: "listed", Total: total}
		add := func(info alloc.AgentInfo) alloc.AgentID {
			plain.ID = fmt.Sprintf("plain-%02d", len(h.AgentIDs(nil)))
			must(h.AddAgent(plain))
			info.ID = fmt.Sprintf("agent-%02d", len(h.AgentIDs(nil)))
			if info.Total == nil {
				info.Total = total
			}
			if info.Hostname == "" {
				info.Hostname = "listed"
			}
			return must(h.AddAgent(info))
		}
		add(alloc.AgentInfo{})
		add(alloc.AgentInfo{Hostname: "unlisted"})
		require.NoError(t, h.DeactivateAgent(add(alloc.AgentInfo{})))
		require.NoError(t, h.ExcludeAgent(h.f, h.web, add(alloc.AgentInfo{}), true))
		add(alloc.AgentInfo{Total: h.of(8, 1), Used: []alloc.Usage{{Framework: "f", Role: h.web, Resources: h.of(0, 1)[1:]}}})
		add(alloc.AgentInfo{Region: "there"})
		add(alloc.AgentInfo{Capabilities: new(alloc.ReservationRefinement)})
		h.refuse(add(alloc.AgentInfo{}))
		add(alloc.AgentInfo{Total: h.of(4, 0)})
	}
	want := map[explain.ReasonCode][2]int{
		explain.ReasonNotWhitelisted: {3, 24}, explain.ReasonAgentInactive: {3, 24}, explain.ReasonOfferConstraints: {3, 24},
		explain.ReasonGPUsKept: {3, 24}, explain.ReasonOtherRegion: {3, 24}, explain.ReasonAgentTooOld: {3, 24},
		explain.ReasonRefused: {3, 24}, explain.ReasonNone: {33, 252},
	}
	got := map[explain.ReasonCode][2]int{}
	for _, b := range must(h.Explain(h.f, h.web)).Reasons {
		require.Len(t, b.Free, 1)
		got[b.Code] = [2]int{b.Agents, int(b.Free[0].Amount / alloc.Unit)}
	}
	require.Equal(t, want, got, "agents, and their free cpus")
}

// TestExplainTellsAmountsApart: more amounts than are told apart by their hash alone.
func TestExplainTellsAmountsApart(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{})
	h.setMinimum(1000)
	sums := map[explain.ReasonCode][2]int{}
	for cpus := 1; cpus <= 2000; cpus++ {
		must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprintf("agent-%04d", cpus*7%2001), Total: h.of(alloc.Amount(cpus*7%2001), 0)}))
		code := explain.ReasonBelowMinimum
		if cpus >= 1000 {
			code = explain.ReasonNone
		}
		sums[code] = [2]int{sums[code][0] + 1, sums[code][1] + cpus}
	}
	got := map[explain.ReasonCode][2]int{}
	for _, b := range must(h.Explain(h.f, h.web)).Reasons {
		got[b.Code] = [2]int{b.Agents, int(b.Free[0].Amount / alloc.Unit)}
	}
	require.Equal(t, sums, got, "agents, and their free cpus")
}

// TestExplainTellsExcludedAgentsApart: also if the framework has refused nothing.
func TestExplainTellsExcludedAgentsApart(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{}, alloc.AgentInfo{}, alloc.AgentInfo{})
	excluded, _ := h.FindAgent("a2")
	require.NoError(t, h.ExcludeAgent(h.f, h.web, excluded, true))
	got := map[explain.ReasonCode]int{}
	for _, b := range must(h.Explain(h.f, h.web)).Reasons {
		got[b.Code] = b.Agents
	}
	require.Equal(t, map[explain.ReasonCode]int{explain.ReasonOfferConstraints: 1, explain.ReasonNone: 2}, got)
}

// TestExplainNearestOfAlike: of agents that are equally near it is the first, also if
// another that is like a later one came before it.
func TestExplainNearestOfAlike(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	a1, _ := h.FindAgent("a1")
	must(h.AddAgent(alloc.AgentInfo{ID: "a2", Total: h.of(8, 1)}))
	must(h.AddAgent(alloc.AgentInfo{ID: "a3", Total: h.of(8, 0)}))
	require.NoError(t, h.ExcludeAgent(h.f, h.web, a1, true))
	h.setMinimum(9)
	groups := must(h.Explain(h.f, h.web)).Reasons
	require.Len(t, groups, 2)
	require.Equal(t, explain.ReasonBelowMinimum, groups[1].Code)
	require.Equal(t, "a2", groups[1].NearestName)
}

// TestExplainFrameworkSharesNoAnswers: what is worked out once for all roles of a
// framework makes no difference. Of agents that are alike some are refused in one role
// and excluded in another, others lie ahead in each, and one of them wants what there
// is nowhere.
func TestExplainFrameworkSharesNoAnswers(t *testing.T) {
	roles := []string{"web", "web/a", "db", "eng", "ops"}
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{})
	subscribed := h.roles(roles...)
	require.NoError(t, h.UpdateFramework(h.f, alloc.FrameworkUpdate{Roles: &subscribed}))
	for i, role := range roles {
		h.framework(fmt.Sprint("other", i), role)
	}
	choosy := must(h.AddFramework(alloc.FrameworkInfo{ID: "choosy", Roles: h.roles("db"), MinAllocatable: []alloc.RoleMinimum{
		{Role: h.role("db"), Lists: [][]alloc.Quantity{{{Name: "gpus", Amount: 1000}}}},
	}}))
	require.NoError(t, h.SetQuota(h.role("ops"), alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 4000}}}))
	for i := range 40 {
		agent := must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprintf("agent-%02d", i), Total: h.of(alloc.Amount(8+i%3), 0)}))
		switch i % 8 {
		case 1, 2:
			h.refuse(agent)
		case 3:
			require.NoError(t, h.ExcludeAgent(h.f, h.role("db"), agent, true))
		case 4:
			h.refuse(agent)
			require.NoError(t, h.ExcludeAgent(h.f, h.role("eng"), agent, true))
		}
	}
	h.RequestAllocation()
	h.Allocate(h.Now(), &h.cycle)
	for i := range h.cycle.Offers {
		o := &h.cycle.Offers[i]
		if o.Framework != choosy && i%4 != 0 {
			require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
				Now: h.Now(), Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: h.cycle.ResourcesOf(o),
				RefuseFor: time.Duration(i%3) * time.Hour,
			}))
		}
	}
	counts := map[explain.ReasonCode]bool{}
	list := must(h.ExplainFramework(h.f))
	require.Len(t, list, len(roles))
	for _, e := range list {
		require.Equal(t, must(h.Explain(h.f, e.Subject.Role)), e, e.Subject.RoleName)
		for _, b := range e.Reasons {
			counts[b.Code] = true
		}
	}
	for _, code := range []explain.ReasonCode{explain.ReasonNothingFree, explain.ReasonRefused, explain.ReasonOfferConstraints, explain.ReasonNone} {
		require.True(t, counts[code], code)
	}
}

// refuse has the framework be offered the whole of an agent, and refuse it for an hour.
func (h *explained) refuse(agent alloc.AgentID) {
	use := []alloc.Usage{{Framework: "f", Role: h.web, Resources: h.of(8, 0)}}
	require.NoError(h.t, h.AddResourceProvider(agent, nil, use))
	require.NoError(h.t, h.RecoverResources(alloc.RecoverRequest{
		Now: h.Now(), Framework: h.f, Agent: agent, Role: h.web, Resources: h.of(8, 0), RefuseFor: time.Hour,
	}))
}
