package eligibility_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/quantities"
)

// What a role may be offered is what is reserved for it or a role above it, or for nobody. All of it is
// the agent's own bag.
func TestWhatIsReservedForARole(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	free := s.Bag("cpus:1; cpus(web):2; cpus(web)(web/a):3; mem(web):4; ports:[1-5]; ports(web):[6-9]")
	var memory resource.Bag
	for role, want := range map[string]string{
		"web":     "cpus:1; cpus(web):2; mem(web):4; ports:[1-5]; ports(web):[6-9]",
		"web/b":   "cpus:1; cpus(web):2; mem(web):4; ports:[1-5]; ports(web):[6-9]",
		"web/a/b": "cpus:1; cpus(web):2; cpus(web)(web/a):3; mem(web):4; ports:[1-5]; ports(web):[6-9]",
		"webs":    "cpus:1; ports:[1-5]",
	} {
		p := s.Rules.ReservedFor(&memory, free, s.Role(role))
		require.Equal(t, want, s.Kinds.Format(p), role)
		require.Equal(t, role == "web/a/b", p == free)
		require.NoError(t, p.Validate(s.Kinds))
	}
	unreserved := s.Bag("cpus:1")
	require.Same(t, unreserved, s.Rules.ReservedFor(&memory, unreserved, s.Role("web")))
}

// Shared volumes, revocable resources and refined reservations each need a capability.
func TestCapabilitiesForResources(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	all := s.Bag("cpus:1; cpus{revocable}:2; cpus(web)(web/a):3; disk[volume v]<shared>:4; mem(web):5")
	var memory resource.Bag
	for capabilities, want := range map[alloc.Capabilities]string{
		0:                           "cpus:1; mem(web):5",
		alloc.SharedResources:       "cpus:1; disk[volume v]<shared>:4; mem(web):5",
		alloc.RevocableResources:    "cpus:1; cpus{revocable}:2; mem(web):5",
		alloc.ReservationRefinement: "cpus:1; cpus(web)(web/a):3; mem(web):5",
		alloc.AllCapabilities:       s.Kinds.Format(all),
	} {
		offer := s.Rules.StripIncapable(&memory, all, capabilities)
		require.True(t, s.Bag(want).Equal(offer), "%v: %s", capabilities, s.Kinds.Format(offer))
		require.Equal(t, capabilities == alloc.AllCapabilities, offer == all)
	}
}

// A shared volume that cannot be counted once more is offered to nobody.
func TestSharedVolumesAreOfferedWhileTheyCanBeCounted(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	info := alloc.AgentInfo{ID: "a"}
	var total resource.Bag
	require.Nil(t, s.Kinds.ReadBag(&total, []alloc.Resource{alloc.ScalarOf(s.Kind(alloc.Kind{Name: "disk"}), quantities.MaxSum-5*alloc.Unit)}, "test"))
	s.Ledger.ApplyTotal(s.Agents.Add(&info, &total), &total)
	var row quantities.Row
	for volume, want := range map[string]alloc.Capabilities{
		"disk[volume v]<shared>:5": alloc.SharedResources | alloc.GPUResources,
		"disk[volume v]<shared>:6": alloc.GPUResources,
		"disk:6":                   alloc.SharedResources | alloc.GPUResources,
	} {
		require.Equal(t, want, s.Rules.Countable(&row, s.Bag(volume), alloc.SharedResources|alloc.GPUResources), volume)
		require.Equal(t, alloc.GPUResources, s.Rules.Countable(&row, s.Bag(volume), alloc.GPUResources))
	}
}

// Agents with GPUs, in another region, or of old are for those who know of such.
func TestCapabilitiesForAgents(t *testing.T) {
	s := statetest.New(t, alloc.Options{Region: "eu"})
	plain := s.Agents.At(s.Agent(alloc.AgentInfo{ID: "plain", Region: "eu"}, "cpus:1"))
	gpus := s.Agents.At(s.Agent(alloc.AgentInfo{ID: "gpus"}, "gpus:1"))
	far := s.Agents.At(s.Agent(alloc.AgentInfo{ID: "far", Region: "us"}, "cpus:1"))
	require.True(t, s.Rules.MayUseGPUs(0, plain) && s.Rules.MayUseGPUs(alloc.GPUResources, gpus))
	require.False(t, s.Rules.MayUseGPUs(alloc.AllCapabilities&^alloc.GPUResources, gpus))
	require.True(t, eligibility.MayUseRegion(0, plain) && eligibility.MayUseRegion(alloc.RegionAware, far))
	require.False(t, eligibility.MayUseRegion(alloc.AllCapabilities&^alloc.RegionAware, far))
	require.True(t, statetest.New(t, alloc.Options{OfferGPUsToAll: true}).Rules.MayUseGPUs(0, gpus))

	top, nested := s.Role("web"), s.Role("web/a")
	for _, x := range []struct {
		agent, framework alloc.Capabilities
		top, nested      bool
	}{
		{0, 0, true, false},
		{0, alloc.MultiRole, false, false},
		{alloc.MultiRole, alloc.MultiRole, true, false},
		{alloc.HierarchicalRole, 0, true, true},
		{alloc.HierarchicalRole, alloc.MultiRole, false, false},
		{alloc.ModernAgent, alloc.AllCapabilities, true, true},
	} {
		require.Equal(t, x.top, s.Rules.AgentIsCapable(x.agent, top, x.framework), "%v", x)
		require.Equal(t, x.nested, s.Rules.AgentIsCapable(x.agent, nested, x.framework), "%v", x)
	}
}

// Whoever would take an agent takes it by all rules: each of them alone keeps it back.
func TestWhoWouldTakeAnAgent(t *testing.T) {
	for want, x := range map[string]struct {
		role  string
		agent alloc.AgentInfo
		total string
		then  func(s *statetest.State, slot slots.Agent, m slots.Subscription)
	}{
		"cpus:4 of all":         {total: "cpus:4; cpus{revocable}:1; cpus(db):1"},
		"nothing of too little": {total: "cpus:1; cpus{revocable}:1; cpus(db):1; mem:9"},
		"nothing with gpus":     {total: "cpus:4; gpus:1"},
		"nothing far away":      {total: "cpus:4", agent: alloc.AgentInfo{Region: "us"}},
		"nothing of old":        {total: "cpus:4", agent: alloc.AgentInfo{Capabilities: new(alloc.Capabilities)}, role: "web/a"},
		"nothing suppressed":    {total: "cpus:4", then: func(s *statetest.State, _ slots.Agent, m slots.Subscription) { s.Frameworks.Suppress(m) }},
		"nothing excluded": {total: "cpus:4", then: func(s *statetest.State, slot slots.Agent, m slots.Subscription) {
			s.Frameworks.Exclude(m, slot, true)
		}},
		"nothing refused": {total: "cpus:4; cpus{revocable}:1", then: func(s *statetest.State, slot slots.Agent, m slots.Subscription) {
			s.Frameworks.AddFilter(slot, m, s.Bag("cpus:4"), 0, 100)
		}},
		"cpus:4 of which 3 were refused": {total: "cpus:4", then: func(s *statetest.State, slot slots.Agent, m slots.Subscription) {
			s.Frameworks.AddFilter(slot, m, s.Bag("cpus:3"), 0, 100)
		}},
	} {
		s := statetest.New(t, alloc.Options{Region: "eu", MinAllocatable: [][]alloc.Quantity{{{Name: "cpus", Amount: 2000}}}})
		x.agent.ID = "a"
		slot, m := s.Agent(x.agent, x.total), s.Framework("f", cmp.Or(x.role, "web"))
		if x.then != nil {
			x.then(s, slot, m)
		}
		var memory, stripped resource.Bag
		g, taker := s.Agents.At(slot), s.Rules.TakerOf(m)
		taken := s.Rules.WouldTake(&stripped, m, g, s.Rules.ReservedFor(&memory, g.FreeBag(), taker.Role))
		amount, _, _ := strings.Cut(want, " ")
		require.Equal(t, amount, s.Kinds.Format(taken), want)
		if taken != nil {
			require.True(t, s.Rules.IsEnough(taker, taken) && s.Rules.MayTake(taker, g, taken), want)
		}
	}
}
