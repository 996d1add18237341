package state_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/statetest"
)

// A new state has nothing, at the time at which it starts, and all its packages agree.
func TestANewStateHasNothing(t *testing.T) {
	s := statetest.New(t, alloc.Options{Start: 100, Interval: 5})
	s.Check()
	require.Equal(t, []int{0, 0, 0, 0, 0}, []int{s.Agents.Live(), s.Frameworks.Live(), s.Roles.Len(), s.Kinds.Len(), s.Names.Len()})
	require.Equal(t, []alloc.Time{100, 105}, []alloc.Time{s.Schedule.Now, s.Schedule.NextPeriodic})
	require.False(t, s.Schedule.Pending)
	require.True(t, s.Totals.Total().IsZero())
}

// All packages are of the one state: what is done through one of them the others know.
func TestAllPackagesAreOfOneState(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	slot, m := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; cpus(web):1"), s.Framework("f", "web")
	s.Offer(slot, m, "cpus:3; cpus(web):1")
	r := s.Roles.Get(s.Role("web"))
	require.Equal(t, "cpus:9", s.Kinds.FormatRow(s.Totals.Total()))
	require.Equal(t, "cpus:4", s.Kinds.FormatRow(s.Roles.Sorter.Allocation(r.Client)))
	require.Equal(t, "cpus:1", s.Kinds.FormatRow(r.Reserved))
	require.Equal(t, "cpus:3; cpus(web):1", s.Kinds.Format(s.Ledger.OfferedOrAllocatedTo(slot, "f", s.Role("web"))))
	require.Equal(t, "cpus:5", s.Kinds.Format(s.Rules.ReservedFor(new(resource.Bag), s.Agents.At(slot).FreeBag(), s.Role("db"))))
	require.Equal(t, s.Changes.Now(), s.Changes.Offers.At(slot))
	require.Equal(t, s.Changes.Now(), s.Changes.Subscriptions.At(m))
	s.Schedule.Request(slot)
	s.Schedule.RequestAll(s.Agents.Alive)
	require.True(t, s.Schedule.Pending && s.Schedule.Candidates.Has(slot))
}
