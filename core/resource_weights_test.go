package core_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// comesNext is who is offered a further agent, where web holds a half of all cpus and ai a quarter of one
// of two kinds of GPUs.
func comesNext(t *testing.T, a *core.Allocator, policy alloc.Policy, weights ...alloc.ResourceWeight) string {
	t.Helper()
	kind := func(name string) alloc.KindID { return must(a.InternKind(alloc.Kind{Name: name})) }
	cpus, a100, h100 := kind("cpus"), kind("a100"), kind("h100")
	require.NoError(t, a.SetPolicy(alloc.AllRoles, alloc.ScopeAll, policy))
	for path, held := range map[string]alloc.Resource{"web": alloc.ScalarOf(cpus, 8*alloc.Unit), "lab/ai": alloc.ScalarOf(a100, alloc.Unit)} {
		role, name, all := must(a.InternRole(path)), strings.TrimPrefix(path, "lab/"), []alloc.Resource{held}
		must(a.AddAgent(alloc.AgentInfo{
			ID: "of " + name, Total: all, Used: []alloc.Usage{{Framework: name, Role: role, Resources: all}},
		}))
		must(a.AddFramework(alloc.FrameworkInfo{ID: name, Roles: []alloc.RoleID{role}}))
	}
	free := must(a.AddAgent(alloc.AgentInfo{ID: "free", Total: []alloc.Resource{
		alloc.ScalarOf(cpus, 8*alloc.Unit), alloc.ScalarOf(a100, 3*alloc.Unit), alloc.ScalarOf(h100, 4*alloc.Unit),
	}}))
	require.NoError(t, a.DeactivateAgent(free))
	var c alloc.Cycle
	a.RequestAllocation()
	a.Allocate(1, &c)
	require.NoError(t, a.SetResourceWeights(weights))
	require.NoError(t, a.ActivateAgent(free))
	a.RequestAllocation()
	a.Allocate(2, &c)
	require.Len(t, c.Offers, 1)
	return must(a.FrameworkName(c.Offers[0].Framework))
}

// Of what counts hundreds of times everybody has a large sum of shares; it still tells who has more.
func TestSumsOfLargeWeightsDiffer(t *testing.T) {
	for _, x := range []struct {
		weights []alloc.ResourceWeight
		next    string
	}{
		{[]alloc.ResourceWeight{{Resources: "cpus", Weight: 400}, {Resources: "a100", Weight: 1000}}, "web"},
		{[]alloc.ResourceWeight{{Resources: "cpus", Weight: 1000}, {Resources: "a100", Weight: 1000}}, "ai"},
	} {
		a := must(core.New(alloc.Options{}))
		require.Equal(t, x.next, comesNext(t, a, alloc.Asset, x.weights...), "%v", x.weights)
	}
}

// TestResourcesCountAsTheirWeightsSay: with 8 of 16 cpus, 1 of 4 a100 and none of 4 h100, ai comes before web
// unless GPUs count enough. A quarter of the a100 is an eighth of all GPUs.
func TestResourcesCountAsTheirWeightsSay(t *testing.T) {
	for _, policy := range []alloc.Policy{alloc.DRF, alloc.HDRF, alloc.Asset, alloc.Ranked, "decayed:half_life=1h"} {
		for _, x := range []struct {
			weights []alloc.ResourceWeight
			next    string
		}{
			{nil, "ai"},
			{[]alloc.ResourceWeight{{Resources: "a100", Weight: 3}}, "web"},
			{[]alloc.ResourceWeight{{Resources: "a100,h100", Weight: 3}}, "ai"},
			{[]alloc.ResourceWeight{{Resources: "h100,a100", Weight: 5}}, "web"},
			{[]alloc.ResourceWeight{{Resources: "cpus", Weight: 0.4}}, "web"},
		} {
			a := must(core.New(alloc.Options{}))
			require.Equal(t, x.next, comesNext(t, a, policy, x.weights...), "%s with %v", policy, x.weights)
		}
	}
}

func TestWhoseResourcesCountMoreIsTold(t *testing.T) {
	a := must(core.New(alloc.Options{}))
	comesNext(t, a, alloc.DRF, alloc.ResourceWeight{Resources: "a100,h100", Weight: 5})
	f, _ := a.FindFramework("ai")
	e := must(a.Explain(f, must(a.InternRole("lab/ai"))))
	require.Contains(t, e.String(), "0.125 of all a100,h100, counted 5 times")
	require.Contains(t, string(must(e.MarshalJSON())), `"dominant":"a100,h100","part":0.125,"times":5`)
}

// TestTheDominantResourceOfAStandingIsTheWeightedOne: of somebody who uses 1 of 4 a100, 1 of 4 h100 and 3 of 8 cpus.
func TestTheDominantResourceOfAStandingIsTheWeightedOne(t *testing.T) {
	for _, x := range []struct {
		weights  []alloc.ResourceWeight
		excluded []string
		dominant string
	}{
		{nil, nil, "cpus"},
		{nil, []string{"cpus"}, "a100"},
		{nil, []string{"cpus", "a100", "h100"}, "none"},
		{[]alloc.ResourceWeight{{Resources: "h100", Weight: 2}}, nil, "h100"},
		{[]alloc.ResourceWeight{{Resources: "h100,a100", Weight: 2}}, nil, "a100"},
		{[]alloc.ResourceWeight{{Resources: "cpus,a100", Weight: 0.5}}, nil, "h100"},
		{[]alloc.ResourceWeight{{Resources: "cpus,a100", Weight: 0.7}}, nil, "h100"}, // 4 of 12, and not 3 of 8
		{[]alloc.ResourceWeight{{Resources: "cpus,a100", Weight: 1}}, nil, "cpus"},
	} {
		a := must(core.New(alloc.Options{FairnessExclude: x.excluded}))
		role := must(a.InternRole("r"))
		var total, used []alloc.Resource
		for _, of := range []struct {
			name        string
			total, used alloc.Amount
		}{{"a100", 4, 1}, {"h100", 4, 1}, {"cpus", 8, 3}} {
			kind := must(a.InternKind(alloc.Kind{Name: of.name}))
			total = append(total, alloc.ScalarOf(kind, of.total*alloc.Unit))
			used = append(used, alloc.ScalarOf(kind, of.used*alloc.Unit))
		}
		must(a.AddAgent(alloc.AgentInfo{ID: "a", Total: total, Used: []alloc.Usage{{Framework: "f", Role: role, Resources: used}}}))
		must(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}}))
		require.NoError(t, a.SetResourceWeights(x.weights))
		s, dominant := a.Standings(), "none"
		if k := s.Dominant(&s.Role(role).Standing); k >= 0 {
			dominant = must(a.ResourceName(s.Names[k]))
		}
		require.Equal(t, x.dominant, dominant, "%v without %v", x.weights, x.excluded)
	}
}

func TestResourceWeightsAreOfTheState(t *testing.T) {
	a := must(core.New(alloc.Options{}))
	none := a.Digest()
	weights := []alloc.ResourceWeight{{Resources: "a100,h100", Weight: 5}, {Resources: "cpus", Weight: 0.5}}
	require.NoError(t, a.SetResourceWeights([]alloc.ResourceWeight{weights[1], weights[0]}))
	require.Equal(t, weights, a.ResourceWeights(), "by text")
	some := a.Digest()
	require.NotEqual(t, none, some)

	var out bytes.Buffer
	require.NoError(t, a.Snapshot(&out))
	again := must(core.Restore(&out))
	require.Equal(t, weights, again.ResourceWeights())
	require.Equal(t, some, again.Digest())

	require.NoError(t, a.SetResourceWeights(nil))
	require.Empty(t, a.ResourceWeights())
	require.Equal(t, none, a.Digest())
}

func TestWrongResourceWeightsChangeNothing(t *testing.T) {
	a := must(core.New(alloc.Options{FairnessExclude: []string{"disk"}}))
	before := a.Digest()
	for text, weights := range map[string][]alloc.ResourceWeight{
		`weight of resource "gpus": 0 is not from 0.001 to 1000`:  {{Resources: "cpus", Weight: 2}, {Resources: "gpus"}},
		`weight of resource "gpus,cpus": "cpus" is named twice`:   {{Resources: "cpus", Weight: 2}, {Resources: "gpus,cpus", Weight: 2}},
		`weight of resource "disk": "disk" is left out of shares`: {{Resources: "disk", Weight: 2}},
		`weight of resource "gpus,": a name is empty`:             {{Resources: "gpus,", Weight: 2}},
	} {
		require.EqualError(t, a.SetResourceWeights(weights), text)
		require.Equal(t, before, a.Digest())
	}
}
