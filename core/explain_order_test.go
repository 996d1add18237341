package core_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/sorter/policy"
)

func TestExplainHistory(t *testing.T) {
	h := newExplained(t, alloc.Options{Interval: time.Second}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	a1, _ := h.FindAgent("a1")
	require.Zero(t, must(h.Explain(h.f, h.web)).History)
	h.Allocate(alloc.Time(time.Second), &h.cycle)
	require.NoError(t, h.TransitionOfferedToAllocated(a1, h.web, h.of(3, 0)))
	give := func(cpus alloc.Amount, allocated bool, refuse time.Duration) {
		require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
			Now: h.Now(), Framework: h.f, Agent: a1, Role: h.web, Resources: h.of(cpus, 0), Allocated: allocated, RefuseFor: refuse}))
	}
	give(5, false, time.Hour)
	give(3, true, 0)
	at := alloc.Time(time.Second)
	require.Equal(t, explain.OfferHistory{
		Offers: 1, Filters: 1, LastOffer: &at, LastAgent: "a1", Last: h.cpus(8), Used: h.cpus(3), Unused: h.cpus(5),
	}, must(h.Explain(h.f, h.web)).History)
	require.NoError(t, h.RemoveAgent(a1))
	require.Empty(t, must(h.Explain(h.f, h.web)).History.LastAgent)
	db := h.roles("db")
	require.NoError(t, h.UpdateFramework(h.f, alloc.FrameworkUpdate{Roles: &db}))
	both := h.roles("web", "db")
	require.NoError(t, h.UpdateFramework(h.f, alloc.FrameworkUpdate{Roles: &both}))
	require.Zero(t, must(h.Explain(h.f, h.web)).History, "it begins anew")
}

func TestExplainOrder(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{}, alloc.AgentInfo{})
	require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: h.role("eng"), Weight: 2}}))
	for _, g := range []struct{ id, role string }{{"g1", "eng/a"}, {"g2", "eng/b"}, {"g3", "ops"}} {
		info := alloc.FrameworkInfo{ID: g.id, Roles: h.roles(g.role)}
		if g.id == "g3" {
			info.MinAllocatable = []alloc.RoleMinimum{{Role: h.role("ops"), Lists: [][]alloc.Quantity{h.cpus(9)}}}
		}
		must(h.AddFramework(info))
	}
	must(h.AddAgent(alloc.AgentInfo{ID: "used", Total: h.of(8, 0), Used: []alloc.Usage{
		{Framework: "f", Role: h.web, Resources: h.of(6, 0)}, {Framework: "g1", Role: h.role("eng/a"), Resources: h.of(2, 0)},
	}}))
	o := must(h.Explain(h.f, h.web)).Order
	require.False(t, o.IsFirst)
	require.Equal(t, "g3", o.Leader.FrameworkName)
	require.Equal(t, [3]int{3, 3, 1}, [3]int{o.Position, o.Siblings, o.EligibleAhead}, "eng could have something, ops not")
	require.Equal(t, "web", o.Own.RoleName)
	require.Equal(t, "cpus", o.Own.Dominant)
	require.Equal(t, [3]float64{0.25, 0.25, 1}, [3]float64{o.Own.Key, o.Own.Part, o.Own.Weight})
	require.Equal(t, "ops", o.First.RoleName)

	g1, _ := h.FindFramework("g1")
	require.NoError(t, h.SuppressOffers(must2(h.FindFramework("g3")), nil))
	o = must(h.Explain(g1, h.role("eng/a"))).Order
	require.Equal(t, "eng", o.Parent.RoleName, "the paths part below eng")
	require.Equal(t, "g2", o.Leader.FrameworkName)
	require.Equal(t, "eng/b", o.First.RoleName)
}

// TestExplainOrderOfSeveralRoles: who comes first of all could have the one agent that
// there is, which is said in each role.
func TestExplainOrderOfSeveralRoles(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	h.framework("g", "accounts")
	roles := h.roles("web", "db")
	require.NoError(t, h.UpdateFramework(h.f, alloc.FrameworkUpdate{Roles: &roles}))
	list := must(h.ExplainFramework(h.f))
	require.Len(t, list, 2)
	for i, e := range list {
		require.Equal(t, i+1, e.Order.EligibleAhead, e.Subject.RoleName)
	}
}

// TestExplainOrderOfSuppressedUnderRandom: who is drawn from is known, though the likeliest
// takes no part.
func TestExplainOrderOfSuppressedUnderRandom(t *testing.T) {
	h := newExplained(t, alloc.Options{RoleSorter: alloc.Random}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	f := must(h.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: h.roles("eng/a")}))
	require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: h.role("eng"), Weight: 2}}))
	require.NoError(t, h.SuppressOffers(f, nil))
	o := must(h.Explain(f, h.role("eng/a"))).Order
	require.False(t, o.IsFirst)
	require.Equal(t, [3]float64{2. / 3, 2. / 3, 2}, [3]float64{o.Own.Chance, o.First.Chance, o.Own.Weight})
	require.Equal(t, "eng/a", o.Leader.RoleName)
}

func must2[T any](v T, _ bool) T { return v }

// TestExplainHide: what may not be viewed is counted, and named nowhere.
func TestExplainHide(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	for _, id := range []string{"secret1", "secret2"} {
		must(h.AddFramework(alloc.FrameworkInfo{ID: id, Roles: h.roles("secret/role")}))
	}
	must(h.AddAgent(alloc.AgentInfo{ID: "a9", Total: h.of(8, 0), Used: []alloc.Usage{
		{Framework: "secret1", Role: h.role("secret/role"), Resources: h.of(5, 0)},
		{Framework: "secret2", Role: h.role("secret/role"), Resources: h.of(3, 0)},
	}}))
	require.NoError(t, h.SetQuota(h.role("secret"), alloc.Quota{Guarantees: h.cpus(16)}))
	h.setMinimum(4)
	e := must(h.Explain(h.f, h.web))
	require.Contains(t, e.String(), "secret")
	require.Len(t, e.Reasons, 2)
	hidden := explain.Hidden{Role: func(r alloc.RoleID) bool { return r != h.web }}
	e.Hide(hidden)
	require.NotContains(t, e.String(), "secret")
	require.NotContains(t, string(must(json.Marshal(e))), "secret")
	require.Contains(t, e.String(), "lower the guarantee of 1 role that you may not view")
	require.Equal(t, []explain.Holding{{Party: explain.Party{Hidden: 1}}}, e.Reasons[0].Holders, "one role, of two frameworks")
	require.Contains(t, e.String(), "some by 1 role that you may not view")

	r := must(h.ExplainRole(h.role("secret/role")))
	r.Hide(explain.Hidden{Framework: func(f alloc.FrameworkID) bool { return must(h.FrameworkName(f)) == "secret2" }})
	require.Len(t, r.Frameworks, 1)
	require.Equal(t, 1, r.HiddenFrameworks)
	require.NotContains(t, r.String()+string(must(json.Marshal(r))), "secret2")
	a1, _ := h.FindAgent("a1")
	x := must(h.ExplainAgent(h.f, h.web, a1))
	x.Hide(hidden)
	require.NotContains(t, x.String()+string(must(json.Marshal(x))), "secret")
}

// TestExplainJSON: names and codes that programs rely on.
func TestExplainJSON(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{}, alloc.AgentInfo{})
	h.setMinimum(12)
	want := `{
		"version": 1,
		"framework": "f", "role": "web", "now_ns": 0, "agents": 2,
		"reasons": [{
			"agents": 2, "nearest_agent": "a1", "free": {"cpus": 16},
			"code": "below_minimum", "sentence": "less is free than the framework's minimum",
			"needed": {"cpus": 12}, "there": {"cpus": 8}, "short": {"cpus": 4}
		}],
		"order": {
			"is_first": true, "leader": {"framework": "f", "role": "web"}, "parent": "web", "level": "framework",
			"own": {"framework": "f", "role": "web", "policy": "drf", "key": 0, "weight": 1, "part": 0, "picks": 0},
			"first": {"framework": "f", "role": "web", "policy": "drf", "key": 0, "weight": 1, "part": 0, "picks": 0},
			"position": 1, "siblings": 1, "eligible_ahead": 0
		},
		"history": {"offers": 0, "filters": 0},
		"verdict": "Nothing is offered to f in role web: less is free than the framework's minimum (2 of 2 agents); lower its minimum to 8 cpus, or add an agent with 12 cpus free.",
		"verdict_code": "below_minimum",
		"remedies": [
			[{"change": "lower_minimum", "text": "lower its minimum to 8 cpus", "framework": "f", "role": "web", "amounts": {"cpus": 8}}],
			[{"change": "add_agent", "text": "add an agent with 12 cpus free", "amounts": {"cpus": 12}}]
		]
	}`
	require.JSONEq(t, want, string(must(json.Marshal(must(h.Explain(h.f, h.web))))))
	for _, e := range []json.Marshaler{must(h.ExplainRole(h.web)), must(h.ExplainAgent(h.f, h.web, must2(h.FindAgent("a1"))))} {
		require.True(t, json.Valid(must(e.MarshalJSON())))
	}
}

func TestReasonsAreInOrder(t *testing.T) {
	codes := explain.ReasonCodes()
	seen := map[string]bool{}
	for i, c := range codes {
		require.False(t, seen[c.String()])
		seen[c.String()] = true
		require.NotEmpty(t, c.Sentence())
		require.True(t, i == 0 || codes[i-1] < c)
	}
	require.Equal(t, explain.ReasonNone, codes[len(codes)-1])
	kinds := explain.ChangeKinds()
	for i, k := range kinds {
		require.True(t, i == 0 || kinds[i-1] < k)
	}
}

// first is a policy of one's own: some path before all others, those by dominant share.
type first string

func (f first) Key(u policy.Usage) (float64, float64) {
	if u.Path() == string(f) {
		return 0, u.DominantShare()
	}
	return 1, u.DominantShare()
}

var ofFirst = policy.Definition{Name: "first", Parameters: []string{"path"}, Make: func(p policy.Parameters) (policy.Ordering, error) {
	path, err := p.Text("path")
	return first(path), err
}}

// TestExplainWordsPolicyOfOnesOwn: both of its numbers are told, since either may decide.
func TestExplainWordsPolicyOfOnesOwn(t *testing.T) {
	h := newExplained(t, alloc.Options{Policies: []policy.Definition{ofFirst}, RoleSorter: "first:path=vip"}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	h.framework("g", "ops")
	must(h.AddAgent(alloc.AgentInfo{ID: "used", Total: h.of(8, 0), Used: []alloc.Usage{{Framework: "f", Role: h.web, Resources: h.of(8, 0)}}}))
	e := must(h.Explain(h.f, h.web))
	require.Contains(t, e.Sentence(), "g in role ops comes first, with keys 1 and 0 of policy first:path=vip against keys 1 and 0.5 of policy first:path=vip")
	require.Contains(t, string(must(json.Marshal(e))), `"policy":"first:path=vip","key":1,"second":0.5`)
}

// TestExplainWordsPolicies: what siblings are ordered by is said in the policy's words.
func TestExplainWordsPolicies(t *testing.T) {
	for policy, want := range map[alloc.Policy]string{
		"drf":                   "with share 0 against share 0.5",
		"hdrf":                  "with share 0 against share 0.5",
		"decayed:half_life=1h":  "with share 0 of decayed usage against share ",
		"max_min:resource=cpus": "with share 0 of cpus against share 0.5 of cpus",
		"asset":                 "with sum of shares 0 against sum of shares 0.5",
		"ranked":                "with rank 0 and share 0 against rank 0 and share 0.5",
		"random":                "who comes first is drawn by weight",
	} {
		h := newExplained(t, alloc.Options{RoleSorter: policy}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
		must(h.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: h.roles("ops")}))
		must(h.AddAgent(alloc.AgentInfo{ID: "used", Total: h.of(8, 0), Used: []alloc.Usage{{Framework: "f", Role: h.web, Resources: h.of(8, 0)}}}))
		require.Contains(t, must(h.Explain(h.f, h.web)).Sentence(), want)
	}
}

// TestExplainOrderOfGroupsUnderHDRF: a group comes by its share under hdrf, over its weight,
// and not by the largest part that is held below it, which is told beside it.
func TestExplainOrderOfGroupsUnderHDRF(t *testing.T) {
	h := newExplained(t, alloc.Options{RoleSorter: alloc.HDRF}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	require.NoError(t, h.SetWeights([]alloc.RoleWeight{{Role: h.role("eng"), Weight: 2}}))
	h.framework("g1", "eng/a")
	h.framework("g2", "eng/b")
	must(h.AddAgent(alloc.AgentInfo{ID: "used", Total: h.of(8, 4), Used: []alloc.Usage{
		{Framework: "f", Role: h.web, Resources: h.of(3, 0)},
		{Framework: "g1", Role: h.role("eng/a"), Resources: h.of(0, 2)},
		{Framework: "g2", Role: h.role("eng/b"), Resources: h.of(4, 0)},
	}}))
	e := must(h.Explain(h.f, h.web))
	o := &e.Order
	require.Equal(t, "g2", o.Leader.FrameworkName)
	// a's half of the GPUs counts as a quarter, as much as b has of the CPUs.
	require.Equal(t, [3]float64{0.25 / 2, 2, 0.5}, [3]float64{o.First.Key, o.First.Weight, o.First.Part})
	require.Equal(t, [2]alloc.Policy{alloc.HDRF, alloc.HDRF}, [2]alloc.Policy{o.First.Policy, o.Own.Policy})
	require.Equal(t, [2]float64{3. / 16, 0}, [2]float64{o.Own.Key, o.Own.Second})
	require.Contains(t, e.Sentence(), "g2 in role eng/b comes first, with share 0.125 against share 0.188")
	require.Equal(t, "role web (share 0.188, weight 1, 0.188 of all cpus) is number 2 of 2 siblings, as top-level role; "+
		"first is role eng (share 0.125, weight 2, 0.5 of all gpus); 1 of the 1 before it could have something of what is free", o.String())
}

// TestExplainWordsLeaderThatCanHaveNothing: who is ahead and could have nothing is not said to
// come first.
func TestExplainWordsLeaderThatCanHaveNothing(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	must(h.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: h.roles("ops"), MinAllocatable: []alloc.RoleMinimum{
		{Role: h.role("ops"), Lists: [][]alloc.Quantity{h.cpus(9)}},
	}}))
	must(h.AddAgent(alloc.AgentInfo{ID: "used", Total: h.of(8, 0), Used: []alloc.Usage{{Framework: "f", Role: h.web, Resources: h.of(8, 0)}}}))
	require.Equal(t, "Nothing keeps f in role web from 1 of 2 agents; g in role ops comes before it, with share 0 against share 0.5, "+
		"but could have nothing of what is free.", must(h.Explain(h.f, h.web)).Sentence())
}

// TestExplainWordsRoleWithoutFrameworks: of a role that nobody is in, no order is told.
func TestExplainWordsRoleWithoutFrameworks(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	e := must(h.ExplainRole(h.role("ops/nobody")))
	require.Equal(t, "Nothing keeps role ops/nobody from 1 of 1 agent; it has no framework of its own.", e.Sentence())
}
