package agents_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/handle"
	"github.com/apportion/apportion/quantities"
)

// names are those of the agents in a set.
func names(s *statetest.State, set container.BitSet[slots.Agent]) []string {
	list := []string{}
	for slot := range set.All {
		list = append(list, s.Agents.At(slot).Name)
	}
	return list
}

// A handle is of one agent for ever: once that is removed it is stale, also where its slot has another.
func TestAHandleIsOfOneAgentForEver(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	slot := s.Agent(alloc.AgentInfo{ID: "a"}, "nothing")
	id := s.Agents.AgentID(slot)
	g, found, err := s.Agents.AgentOf(id)
	require.Nil(t, err)
	require.True(t, g == s.Agents.At(slot) && found == slot && agents.SlotOf(id) == slot)

	s.Agents.Remove(slot)
	code := func(id alloc.AgentID) alloc.Code {
		_, _, err := s.Agents.AgentOf(id)
		require.NotNil(t, err)
		return err.Code
	}
	require.Equal(t, alloc.CodeStale, code(id))
	require.Equal(t, slot, s.Agent(alloc.AgentInfo{ID: "b"}, "nothing"))
	require.Equal(t, alloc.CodeStale, code(id))
	for _, never := range []uint64{0, handle.Make(handle.Agent, 1, uint32(slot)+1), handle.Make(handle.Framework, 1, uint32(slot)), handle.Make(handle.Agent, 3, uint32(slot)), handle.Make(handle.Agent, 0, uint32(slot))} {
		require.Equal(t, alloc.CodeUnknownAgent, code(alloc.AgentID(never)), "%x", never)
	}
}

// A slot whose generations are used up is not given out again.
func TestASlotRetiresWithItsLastGeneration(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	var pool container.Pool[slots.Agent, int]
	first := pool.Take()
	agents.GiveSlot(&pool, first, handle.MaxGeneration-1)
	require.Equal(t, first, pool.Take())
	agents.GiveSlot(&pool, first, handle.MaxGeneration)
	require.NotEqual(t, first, pool.Take())
	require.Zero(t, s.Agents.Live())
}

// An agent is admitted while it is activated and on a host that is whitelisted, and can be offered while
// something is free. Who is admitted again has changed for the better.
func TestWhichAgentsMayBeOffered(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	a := s.Agent(alloc.AgentInfo{ID: "a", Hostname: "h1"}, "cpus:1")
	b := s.Agent(alloc.AgentInfo{ID: "b", Hostname: "h2"}, "cpus:1")
	c := s.Agent(alloc.AgentInfo{ID: "c", Hostname: "h1"}, "nothing")
	require.Equal(t, []string{"a", "b", "c"}, names(s, s.Agents.Admitted))
	require.Equal(t, []string{"a", "b"}, names(s, s.Agents.Offerable))
	s.Agents.SetWhitelist([]string{"h1"})
	require.Equal(t, []string{"a", "c"}, names(s, s.Agents.Admitted))
	s.Agents.Activate(a, false)
	s.Agents.Activate(b, false)
	require.Equal(t, []string{"c"}, names(s, s.Agents.Admitted))
	s.Agents.SetWhitelist(nil)
	require.Equal(t, []string{"c"}, names(s, s.Agents.Admitted))
	s.Agents.SetWhitelist([]string{})
	require.Empty(t, names(s, s.Agents.Admitted), "an empty list is a whitelist")
	s.Agents.SetWhitelist([]string{"h2", "h3"})

	s.Changes.CycleIsOver(true)
	s.Agents.Activate(b, true)
	require.Equal(t, s.Changes.Now(), s.Changes.Offers.At(b))
	require.Less(t, s.Changes.Offers.At(a), s.Changes.Now())
	require.True(t, s.Agents.Describe(a, "h3", "", alloc.ModernAgent))
	s.Agents.Activate(a, true)
	require.Equal(t, []string{"a", "b"}, names(s, s.Agents.Admitted), "its host is another")
	require.False(t, s.Agents.Describe(a, "h3", "", alloc.ModernAgent))

	s.Schedule.RequestAll(s.Agents.Alive)
	for _, slot := range []slots.Agent{a, b, c} {
		s.Ledger.ApplyTotal(slot, &resource.Bag{})
		s.Agents.Remove(slot)
	}
	for _, set := range []container.BitSet[slots.Agent]{s.Agents.Alive, s.Agents.Admitted, s.Agents.Offerable, s.Schedule.Candidates} {
		require.True(t, set.Empty())
	}
	_, found := s.Agents.ByName.Find("a")
	require.False(t, found)
}

// An agent is remote if it is in another region than the master; with no domain, the master cannot tell.
func TestRegions(t *testing.T) {
	s := statetest.New(t, alloc.Options{Region: "eu"})
	for region, want := range map[string]bool{"": false, "eu": false, "us": true} {
		g := s.Agents.At(s.Agent(alloc.AgentInfo{ID: "a" + region, Hostname: "host", Region: region}, "nothing"))
		require.Equal(t, want, g.Remote)
		require.Equal(t, []string{"a" + region, "host", region}, []string{g.Name, g.Hostname, g.Region})
	}
	require.Nil(t, agents.CheckRegion(&alloc.Options{Region: "eu"}, "a", "us"))
	require.Nil(t, agents.CheckRegion(&alloc.Options{}, "a", ""))
	require.Equal(t, alloc.CodeInvalid, agents.CheckRegion(&alloc.Options{}, "a", "us").Code)
}

// An agent has GPUs while its total has.
func TestAgentsWithGPUs(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	a := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; gpus:1")
	require.True(t, s.Agents.At(a).GPUs)
	s.Ledger.ApplyTotal(a, s.Bag("cpus:9"))
	require.False(t, s.Agents.At(a).GPUs)
	s.Ledger.ApplyTotal(a, s.Bag("gpus:1"))
	require.True(t, s.Agents.At(a).GPUs)
}

// How full an agent is follows what is free: the fullest of its scalars counts.
func TestFullness(t *testing.T) {
	s := statetest.New(t, alloc.Options{AgentOrder: alloc.OrderPack})
	m, slot := s.Framework("f", "web"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; mem:8; ports:[1-9]")
	var meter agents.LoadMeter
	full := func() float64 { return meter.FullnessOf(s.Agents, s.Agents.At(slot)) }
	require.Zero(t, full())
	s.Offer(slot, m, "cpus:2; mem:4; ports:[1-9]")
	require.InDelta(t, 0.5, full(), 1e-6)
	s.Offer(slot, m, "cpus:6")
	require.InDelta(t, 1, full(), 1e-6)
	s.GiveBack(slot, m, "cpus:7")
	require.InDelta(t, 0.5, full(), 1e-6)

	s.Ledger.AddInUse(s.Agents.At(slot), s.Role("web"), s.Bag("mem:2"))
	var sum quantities.Row
	for range 2 { // it begins anew with each agent
		require.Equal(t, 0.25, meter.UsedOf(s.Agents, s.Agents.At(slot), &sum))
	}
	mem, _ := s.Names.Lookup("mem")
	require.Equal(t, alloc.Amount(4000), sum.At(mem), "of both")
	s.Ledger.ApplyTotal(slot, s.Bag("cpus:8; mem:1; ports:[1-9]"))
	require.Equal(t, []float64{1, 1}, []float64{full(), meter.UsedOf(s.Agents, s.Agents.At(slot), &sum)}, "no more than all")
}
