package agents_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/statetest"
)

// What is free follows what is held and what the agent has; whatever changes it tells the log and the
// sums of what is revocable.
func TestWhatIsFreeIsKept(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	m, slot := s.Framework("f", "web"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; cpus{revocable}:4")
	g := s.Agents.At(slot)
	offerAll := func() {
		var usage ledger.UsageDelta
		s.Ledger.AllocateAllFree(s.Ledger.OpenEntry(slot, s.Agents.At(slot), m), s.Agents.At(slot), s.Bag("nothing"), &usage)
		s.Ledger.CountPick(m, &usage)
	}
	for _, step := range []struct {
		do              func()
		free, revocable string
	}{
		{func() { s.Offer(slot, m, "cpus:3; cpus{revocable}:1") }, "cpus:5; cpus{revocable}:3", "cpus:3"},
		{func() { s.GiveBack(slot, m, "cpus:1; cpus{revocable}:1") }, "cpus:6; cpus{revocable}:4", "cpus:4"},
		{func() { s.Ledger.ApplyTotal(slot, s.Bag("cpus:4; mem:1; cpus{revocable}:1")) }, "cpus:2; cpus{revocable}:1; mem:1", "cpus:1"},
		{func() { s.Ledger.ApplyTotal(slot, s.Bag("cpus:1")) }, "nothing", "nothing"},
		{func() { s.Ledger.ApplyTotal(slot, s.Bag("cpus:3")) }, "cpus:1", "nothing"},
		{offerAll, "nothing", "nothing"},
		{func() { s.Ledger.Release(g.FindEntry(m), s.Bag("cpus:3")) }, "cpus:3", "nothing"},
	} {
		s.Changes.CycleIsOver(true)
		step.do()
		s.Check()
		require.Equal(t, step.free, s.Free(slot))
		require.Equal(t, step.revocable, s.Kinds.FormatRow(s.Agents.FreeRevocable))
		require.Equal(t, step.free != "nothing", s.Agents.Offerable.Has(slot))
		require.Equal(t, s.Changes.Now(), s.Changes.Offers.At(slot), "somebody may take what is free now")
	}
}

// All that is free moves as it is, and back.
func TestAllThatIsFreeMoves(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	slot := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; ports:[1-9]")
	g, moved := s.Agents.At(slot), s.Bag("nothing")
	s.Changes.CycleIsOver(true)
	s.Agents.SwapFree(slot, g, moved)
	require.Equal(t, "nothing", s.Free(slot))
	require.False(t, s.Agents.Offerable.Has(slot))
	require.Equal(t, "cpus:8; ports:[1-9]", s.Kinds.Format(moved))
	s.Agents.SwapFree(slot, g, moved)
	require.Equal(t, "cpus:8; ports:[1-9]", s.Free(slot))
	require.True(t, s.Agents.Offerable.Has(slot))
	require.Equal(t, s.Changes.Now(), s.Changes.Offers.At(slot))
}

// Offer constraints keep some from an agent.
func TestExclusions(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	slot := s.Agent(alloc.AgentInfo{ID: "a"}, "nothing")
	g := s.Agents.At(slot)
	require.Zero(t, g.Exclusions.Count())
	f, other := s.Framework("f", "web"), s.Framework("g", "web")
	s.Frameworks.Exclude(f, slot, true)
	require.True(t, g.Exclusions.Has(f) && !g.Exclusions.Has(other))
	require.Equal(t, 1, g.Exclusions.Count())
	both := s.Frameworks.Active
	g.Exclusions.SubtractFrom(both)
	require.True(t, both.Has(other) && !both.Has(f))
	both.Set(f)
	s.Frameworks.Exclude(f, slot, false)
	require.False(t, g.Exclusions.Has(f))
	require.Nil(t, g.Exclusions, "no memory where there are none")
	g.Exclusions.SubtractFrom(both)
}

// A pause lets nobody ask for all agents.
func TestAllAgentsAreAskedForUnlessPaused(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	s.Agent(alloc.AgentInfo{ID: "a"}, "nothing")
	s.Schedule.Pause()
	s.Schedule.RequestAll(s.Agents.Alive)
	require.False(t, s.Schedule.Pending)
	s.Schedule.Resume()
	s.Schedule.RequestAll(s.Agents.Alive)
	require.True(t, s.Schedule.Pending)
	require.Equal(t, []string{"a"}, names(s, s.Schedule.Candidates))
}
