package core_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
)

// newGPUs is role web with frameworks of some capabilities, an agent with a GPU in another region
// and, if there is one in this region, an agent without.
func newGPUs(t *testing.T, here bool, capabilities ...alloc.Capabilities) *explained {
	h := newExplained(t, alloc.Options{Region: "here"}, alloc.FrameworkInfo{Capabilities: capabilities[0]})
	for i, c := range capabilities[1:] {
		must(h.AddFramework(alloc.FrameworkInfo{ID: "g" + string(rune('1'+i)), Roles: h.roles("web"), Capabilities: c}))
	}
	must(h.AddAgent(alloc.AgentInfo{ID: "far", Total: h.of(8, 1), Region: "there"}))
	if here {
		must(h.AddAgent(alloc.AgentInfo{ID: "near", Total: h.of(8, 0), Region: "here"}))
	}
	return h
}

// TestExplainRoleByWhatItsFrameworksCanReceive: a role is told what none of its frameworks can
// receive, and which capabilities would help.
func TestExplainRoleByWhatItsFrameworksCanReceive(t *testing.T) {
	for _, c := range []struct {
		have []alloc.Capabilities
		want explain.ReasonCode
		says string
	}{
		{[]alloc.Capabilities{0}, explain.ReasonGPUsKept, "; add an agent with 1 cpu free."},
		{[]alloc.Capabilities{alloc.GPUResources}, explain.ReasonOtherRegion, "; let a framework have REGION_AWARE, or"},
		{[]alloc.Capabilities{alloc.RegionAware, 0}, explain.ReasonGPUsKept, "; let a framework have GPU_RESOURCES, or"},
		// No framework has both: the nearest has the one that is asked about first.
		{[]alloc.Capabilities{alloc.RegionAware, alloc.GPUResources}, explain.ReasonOtherRegion, "let a framework have REGION_AWARE"},
		{[]alloc.Capabilities{0, alloc.GPUResources | alloc.RegionAware}, explain.ReasonNone, "Nothing keeps role web from 1 of 1 agent"},
	} {
		h := newGPUs(t, false, c.have...)
		e := must(h.ExplainRole(h.web))
		require.Equal(t, c.want, e.Verdict.Code, c.have)
		require.Contains(t, e.Sentence(), c.says)
		require.NotContains(t, e.String(), "judged")
	}
}

// TestExplainRoleSpeaksOfAllItsFrameworks: no sentence about a role speaks of "the framework", of
// which there may be several or none.
func TestExplainRoleSpeaksOfAllItsFrameworks(t *testing.T) {
	said := map[explain.ReasonCode]string{}
	note := func(h *explained) {
		for _, role := range []alloc.RoleID{h.web, h.role("ops")} {
			var document struct {
				Verdict string
				Reasons []struct{ Code, Sentence string }
			}
			e := must(h.ExplainRole(role))
			require.NoError(t, json.Unmarshal(must(json.Marshal(e)), &document))
			require.Len(t, document.Reasons, len(e.Reasons))
			for i, r := range document.Reasons {
				require.NotRegexp(t, "the framework|its role", r.Sentence)
				said[e.Reasons[i].Code] = r.Sentence
			}
			require.NotRegexp(t, "the framework|its role", document.Verdict)
		}
	}
	note(newGPUs(t, true, alloc.GPUResources, alloc.GPUResources))
	note(newGPUs(t, true, alloc.RegionAware, 0))
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	revocable := must(h.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	must(h.AddAgent(alloc.AgentInfo{ID: "idle", Total: []alloc.Resource{alloc.ScalarOf(revocable, alloc.Unit)}}))
	note(h)
	require.Contains(t, said[explain.ReasonOtherRegion], "no framework in the role that may have it otherwise is aware of regions")
	require.Contains(t, said[explain.ReasonCapabilitiesMissing], "no framework in the role has the capabilities")
	require.Contains(t, said[explain.ReasonNone], "nothing keeps the agent from the role")
}

// TestExplainRoleCountsAnAgentForTheNearestFramework: each agent counts for what keeps it from the
// framework that comes nearest to it, which may be another one for each.
func TestExplainRoleCountsAnAgentForTheNearestFramework(t *testing.T) {
	h := newGPUs(t, true, alloc.MultiRole, alloc.GPUResources)
	must(h.AddAgent(alloc.AgentInfo{ID: "old", Total: h.of(4, 0), Region: "here", Capabilities: new(alloc.Capabilities)}))
	e := must(h.ExplainRole(h.web))
	got := map[string]explain.ReasonCode{}
	for _, b := range e.Reasons {
		got[b.NearestName] = b.Code
	}
	require.Equal(t, map[string]explain.ReasonCode{"far": explain.ReasonOtherRegion, "near": explain.ReasonNone}, got)
	require.Equal(t, 2, e.Reasons[1].Agents, "to who is in one role alone an old agent is offered, too")
}

// TestExplainRoleToWhichNobodyIsSubscribed: it is judged for a framework with every capability,
// which is said. Who has left the role and holds something still is not asked.
func TestExplainRoleToWhichNobodyIsSubscribed(t *testing.T) {
	h := newGPUs(t, false, 0)
	says := func(r alloc.RoleID, nobody bool) {
		e := must(h.ExplainRole(r))
		require.Equal(t, nobody, e.NoneSubscribed)
		require.Equal(t, nobody, e.Verdict.Code == explain.ReasonNone)
		says := require.NotContains
		if nobody {
			says = require.Contains
		}
		says(t, e.String(), "  judged  for a framework with every capability: none is subscribed\n")
		says(t, string(must(json.Marshal(e))), `"none_subscribed":true`)
	}
	says(h.role("ops"), true)
	says(h.web, false)
	must(h.AddAgent(alloc.AgentInfo{ID: "used", Total: h.of(8, 0), Used: []alloc.Usage{{Framework: "f", Role: h.web, Resources: h.of(8, 0)}}}))
	ops := h.roles("ops")
	require.NoError(t, h.UpdateFramework(h.f, alloc.FrameworkUpdate{Roles: &ops}))
	says(h.web, true)
}

// TestExplainRoleSendsBelow: of a role that has frameworks only below it, it is said which of those to
// ask about; roles that may not be viewed are counted.
func TestExplainRoleSendsBelow(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	for i, role := range []string{"eng/a", "eng/b", "eng/c/d", "eng/e", "eng/f", "eng/g", "eng/h"} {
		id := fmt.Sprint("f", i)
		must(h.AddFramework(alloc.FrameworkInfo{ID: id, Roles: h.roles(role)}))
		if i < 2 {
			must(h.AddAgent(alloc.AgentInfo{ID: id, Total: h.of(8, 0), Used: []alloc.Usage{{Framework: id, Role: h.role(role), Resources: h.of(8-alloc.Amount(i), 0)}}}))
		}
	}
	e := must(h.ExplainRole(h.role("eng")))
	require.Contains(t, e.Sentence(), "it has no framework of its own. Ask about those in which frameworks are: of them role eng/c/d has the smallest share.")
	require.Contains(t, e.String(), "  below   role eng/c/d, with 1 framework\n")
	require.Contains(t, e.String(), "  below   role eng/h, with 1 framework\n  below   2 more roles\n")
	require.Contains(t, string(must(json.Marshal(e))), `"more_below":2`)
	e.Hide(explain.Hidden{Role: func(id alloc.RoleID) bool { return id == h.role("eng/c/d") }})
	require.NotContains(t, e.String()+e.Sentence()+string(must(json.Marshal(e))), "eng/c/d")
	require.Empty(t, must(h.ExplainRole(h.role("eng/a"))).Below)
}

// TestExplainOrderDoesNotContradictItself: where nobody before somebody could have anything, no
// text says that another comes first, of a framework, a role or an agent, also if who is before
// may not be viewed.
func TestExplainOrderDoesNotContradictItself(t *testing.T) {
	for _, limit := range []alloc.Amount{0, 1} {
		h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
		h.framework("g", "zero")
		require.NoError(t, h.SetQuota(h.role("zero"), alloc.Quota{Limits: h.cpus(limit)}))
		must(h.AddAgent(alloc.AgentInfo{ID: "used", Total: h.of(8, 0), Used: []alloc.Usage{{Framework: "f", Role: h.web, Resources: h.of(8, 0)}}}))
		hidden := explain.Hidden{Role: func(r alloc.RoleID) bool { return r != h.web }}
		says := func(sentence string, o explain.Order) {
			require.False(t, o.IsFirst)
			require.Equal(t, "zero", o.First.RoleName)
			require.Equal(t, [2]int{2, int(limit)}, [2]int{o.Position, o.EligibleAhead})
			contains := map[bool]string{true: "g in role zero comes first, with", false: "g in role zero comes before it, with share 0 against share 0.5, but could have nothing of what is free."}
			require.Contains(t, sentence, contains[limit > 0])
			require.Equal(t, limit > 0, strings.Contains(sentence, "comes first"))
		}
		e, r := must(h.Explain(h.f, h.web)), must(h.ExplainRole(h.web))
		a := must(h.ExplainAgent(h.f, h.web, must2(h.FindAgent("a1"))))
		says(e.Sentence(), e.Order)
		says(r.Sentence(), r.Order)
		says(a.Sentence(), a.Order)
		e.Hide(hidden)
		want := map[bool]string{true: "1 role that you may not view comes first.", false: "1 role that you may not view comes before it, but could have nothing of what is free."}
		require.Contains(t, e.Sentence(), want[limit > 0])
	}
}
