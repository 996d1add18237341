package core

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// fullCluster has as much of a resource as can be counted, less a margin. Its
// agents have many resource providers, so that they are few.
func fullCluster(t *testing.T, name string, margin quantities.Amount) (s *small, kind alloc.KindID) {
	t.Helper()
	s = newSmall(t)
	kind = need(s.InternKind(alloc.Kind{Name: name}))(t)
	left := quantities.MaxSum - margin
	for i := 0; left > 0; i++ {
		var total []alloc.Resource
		for j := 0; j < 64 && left > 0; j++ {
			q := min(left, quantities.MaxAmount)
			total = append(total, alloc.ScalarOf(s.provided(t, name, j), q))
			left -= q
		}
		need(s.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("full", i), Total: total}))(t)
	}
	return s, kind
}

// provided returns a kind of a resource that the i-th provider has.
func (s *small) provided(t *testing.T, name string, i int) alloc.KindID {
	t.Helper()
	provider := fmt.Sprint("p", i)
	return need(s.InternKind(alloc.Kind{Name: name, Provider: &provider}))(t)
}

// refused checks that a call is beyond what can be counted, and changed nothing.
func (s *small) refused(t *testing.T, call func() error) {
	t.Helper()
	before := s.Digest()
	err := call()
	require.ErrorIs(t, err, alloc.ErrLimit)
	require.ErrorContains(t, err, "would exceed 9223372036854775.807")
	require.Equal(t, before, s.Digest())
}

func TestClusterHasWhatCanBeCounted(t *testing.T) {
	s, bandwidth := fullCluster(t, "bandwidth", 10)
	with := func(q quantities.Amount) []alloc.Resource { return []alloc.Resource{alloc.ScalarOf(bandwidth, q)} }
	s.refused(t, func() error { return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: with(11)})) })
	s.refused(t, func() error {
		return second(s.AddAgent(alloc.AgentInfo{ID: "c", Used: []alloc.Usage{{Framework: "f", Role: s.web, Resources: with(11)}}}))
	})
	s.refused(t, func() error { return s.AddResourceProvider(s.a, with(11), nil) })
	s.refused(t, func() error {
		return s.AddResourceProvider(s.a, with(6), []alloc.Usage{{Framework: "f", Role: s.web, Resources: with(11)}})
	})
	more := []alloc.Resource{alloc.ScalarOf(s.cpus, 8000), alloc.ScalarOf(bandwidth, 11)}
	s.refused(t, func() error { return s.UpdateAgent(s.a, alloc.AgentUpdate{Total: &more}) })

	// What is in use counts only as far as the agent does not have it.
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: with(6), Used: []alloc.Usage{{Framework: "f", Role: s.web, Resources: with(10)}}}))(t)
	s.refused(t, func() error { return second(s.AddAgent(alloc.AgentInfo{ID: "d", Total: with(1)})) })
	more = with(10)
	require.NoError(t, s.UpdateAgent(c, alloc.AgentUpdate{Total: &more}))
	more = with(11)
	s.refused(t, func() error { return s.UpdateAgent(c, alloc.AgentUpdate{Total: &more}) })
	more = with(3)
	require.NoError(t, s.UpdateAgent(c, alloc.AgentUpdate{Total: &more}), "to shrink is allowed always")
	s.refused(t, func() error { return second(s.AddAgent(alloc.AgentInfo{ID: "d", Total: with(1)})) })
	require.NoError(t, s.Validate())

	// All of it is offered, and in the metrics.
	var cycle alloc.Cycle
	s.RequestAllocation()
	s.Allocate(1, &cycle)
	var m Metrics
	s.Metrics(&m)
	name := quantities.Name(s.ResourceNames() - 1)
	require.Equal(t, quantities.MaxSum-7, m.Total.At(name))
	require.Equal(t, quantities.MaxSum, m.OfferedOrAllocated.At(name))
	require.NoError(t, s.Validate())
	require.NoError(t, s.RemoveAgent(c))
	require.NoError(t, s.Validate())
	need(s.AddAgent(alloc.AgentInfo{ID: "d", Total: with(10)}))(t)
}

// TestTrillions: there may be 8,388 of a trillion, and not one more.
func TestTrillions(t *testing.T) {
	s := newSmall(t)
	const trillion = 1 << 40 * quantities.Unit
	var bits []alloc.Resource
	for i := range 64 {
		bits = append(bits, alloc.ScalarOf(s.provided(t, "bandwidth", i), trillion))
	}
	for i := range 131 {
		need(s.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("c", i), Total: bits}))(t)
	}
	s.refused(t, func() error { return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: bits[:5]})) })
	need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: bits[:4]}))(t)
}

// TestMountsOfOneAgent are more than can be counted, and what they come to in an
// int64 is not.
func TestMountsOfOneAgent(t *testing.T) {
	s := newSmall(t)
	mounts := make([]alloc.Resource, 1<<13)
	for i := range mounts {
		root := fmt.Sprint("/", i)
		mounts[i] = alloc.ScalarOf(need(s.InternKind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Source: alloc.Mount, Root: &root}}))(t), quantities.MaxAmount)
	}
	s.refused(t, func() error { return second(s.AddAgent(alloc.AgentInfo{ID: "c", Total: mounts})) })
	s.refused(t, func() error {
		return second(s.AddAgent(alloc.AgentInfo{ID: "c", Used: []alloc.Usage{{Framework: "f", Role: s.web, Resources: mounts}}}))
	})
	s.refused(t, func() error { return s.AddResourceProvider(s.a, mounts, nil) })
	s.refused(t, func() error { return s.UpdateAgent(s.a, alloc.AgentUpdate{Total: &mounts}) })
	most := mounts[:1<<12]
	need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: most, Used: []alloc.Usage{{Framework: "f", Role: s.web, Resources: most}}}))(t)
	require.NoError(t, s.Validate())
}

// TestTotalsGrowUnderWhatIsHeld has an agent be another one again and again while
// all that it ever had is held.
func TestTotalsGrowUnderWhatIsHeld(t *testing.T) {
	s, bandwidth := fullCluster(t, "bandwidth", 3*quantities.MaxAmount)
	f := need(s.AddFramework(alloc.FrameworkInfo{ID: "all", Roles: []alloc.RoleID{s.web}, Capabilities: alloc.RevocableResources}))(t)
	kinds := []alloc.KindID{bandwidth}
	for _, role := range []string{"web", "db", "web/shop"} {
		kinds = append(kinds, need(s.InternKind(alloc.Kind{Name: "bandwidth", Revocable: true, Reservations: []alloc.Reservation{{Type: alloc.Static, Role: role}}}))(t))
	}
	for i, kind := range kinds[:3] {
		total := []alloc.Resource{alloc.ScalarOf(kind, quantities.MaxAmount)}
		require.NoError(t, s.UpdateAgent(s.a, alloc.AgentUpdate{Total: &total}), "%d", i)
		require.NoError(t, s.AddResourceProvider(s.a, nil, []alloc.Usage{{Framework: "all", Role: s.web, Resources: total}}))
		require.NoError(t, s.Validate())
	}
	total := []alloc.Resource{alloc.ScalarOf(kinds[3], 1)}
	s.refused(t, func() error { return s.UpdateAgent(s.a, alloc.AgentUpdate{Total: &total}) })
	require.NoError(t, s.RemoveFramework(f))
	require.NoError(t, s.UpdateAgent(s.a, alloc.AgentUpdate{Total: &total}))
	require.NoError(t, s.Validate())
}

// TestSharedVolumesAreHeldAsOftenAsCanBeCounted: the more frameworks hold one, the
// more is held in all.
func TestSharedVolumesAreHeldAsOftenAsCanBeCounted(t *testing.T) {
	t.Run("together", func(t *testing.T) { sharedVolumesAreHeld(t, true) })
	t.Run("one by one", func(t *testing.T) { sharedVolumesAreHeld(t, false) })
}

// sharedVolumesAreHeld has frameworks come together, or one in each cycle.
func sharedVolumesAreHeld(t *testing.T, together bool) {
	s, disk := fullCluster(t, "disk", 7*quantities.MaxAmount)
	other := "v2"
	more := need(s.InternKind(alloc.Kind{Name: "disk", Shared: true, Disk: &alloc.Disk{Persistence: &other}, Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web"}}}))(t)
	shared := []alloc.Resource{alloc.ScalarOf(s.volume, quantities.MaxAmount)}
	plain := []alloc.Resource{alloc.ScalarOf(disk, quantities.MaxAmount)}
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: append(shared, plain...), Used: []alloc.Usage{{Framework: "x", Role: s.web, Resources: shared}, {Framework: "y", Role: s.nested, Resources: plain}}}))(t)
	y := need(s.AddFramework(alloc.FrameworkInfo{ID: "y", Roles: []alloc.RoleID{s.nested}}))(t)
	volumes := func() (offers []alloc.Offer) {
		var cycle alloc.Cycle
		s.RequestAllocation()
		s.Allocate(s.Now(), &cycle)
		require.NoError(t, s.Validate())
		for o, resources := range cycle.All() {
			if resources[0].Kind == s.volume {
				offers = append(offers, o)
			}
		}
		return offers
	}
	require.Empty(t, volumes())
	var offers []alloc.Offer
	for i := range 10 {
		f := need(s.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("s", i), Roles: []alloc.RoleID{[]alloc.RoleID{s.web, s.nested}[i%2]}, Capabilities: alloc.SharedResources}))(t)
		if together {
			continue
		}
		offers = append(offers, volumes()...)
		if i < 9 {
			require.NoError(t, s.SuppressOffers(f, nil))
			require.Empty(t, volumes())
		}
	}
	offers = append(offers, volumes()...)
	if together {
		require.Len(t, offers, 4, "beside two on the agent, and one that is held")
	}
	require.Empty(t, volumes())
	s.refused(t, func() error {
		return second(s.AddAgent(alloc.AgentInfo{ID: "d", Used: []alloc.Usage{{Framework: "x", Role: s.web, Resources: shared}}}))
	})
	s.refused(t, func() error {
		return s.UpdateAllocation(alloc.AllocationUpdate{Framework: y, Agent: c, Role: s.nested, Offered: plain,
			Conversions: []alloc.Conversion{{Consumed: plain, Converted: []alloc.Resource{alloc.ScalarOf(more, quantities.MaxAmount)}}}})
	})
	// Another copy of a volume that one holds already counts for nothing.
	again := alloc.AllocationUpdate{Framework: offers[0].Framework, Agent: c, Role: offers[0].Role, Offered: shared, Conversions: []alloc.Conversion{{Converted: shared}}}
	require.NoError(t, s.UpdateAllocation(again))

	// What one gives back, another one is offered.
	last := offers[len(offers)-1]
	require.NoError(t, s.RecoverResources(alloc.RecoverRequest{Now: s.Now(), Framework: last.Framework, Agent: c, Role: last.Role, Resources: shared, RefuseFor: 1e9}))
	offers = volumes()
	require.Len(t, offers, 1)
	require.NotEqual(t, last.Framework, offers[0].Framework)
	require.NoError(t, s.RemoveFramework(y))
	require.NoError(t, s.Validate())
	require.NoError(t, s.RemoveAgent(c))
	require.NoError(t, s.Validate())
}

// TestCountsDoNotOverflow: what comes in many parts is summed up part by part.
func TestCountsDoNotOverflow(t *testing.T) {
	s := newSmall(t)
	most := []alloc.Resource{alloc.ScalarOf(s.cpus, quantities.MaxAmount)}
	used := make([]alloc.Usage, 1<<13) // the sum of which is about 0
	for i := range used {
		used[i] = alloc.Usage{Framework: "f", Role: s.web, Resources: most}
	}
	require.ErrorIs(t, second(s.AddAgent(alloc.AgentInfo{ID: "c", Used: used})), alloc.ErrLimit)
	digest := s.Digest()
	all := []alloc.Resource{alloc.ScalarOf(s.cpus, quantities.MaxSum)}
	require.ErrorIs(t, s.UpdateAvailable(s.a, []alloc.Conversion{{Converted: all}, {Converted: all}}), alloc.ErrLimit)
	require.Equal(t, digest, s.Digest())
}

// TestPiecesJoinToMoreThanDoublesHold: what operations make one resource of is held,
// offered and given back, up to all that can be counted.
func TestPiecesJoinToMoreThanDoublesHold(t *testing.T) {
	s := newSmall(t)
	pieces := []alloc.Resource{alloc.ScalarOf(s.cpus, quantities.MaxAmount)}
	for i := range 3 {
		pieces = append(pieces, alloc.ScalarOf(s.provided(t, "cpus", i), quantities.MaxAmount))
	}
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: pieces}))(t)
	joined := []alloc.Resource{alloc.ScalarOf(s.cpus, 4*quantities.MaxAmount)}
	require.NoError(t, s.UpdateAvailable(c, []alloc.Conversion{{Consumed: pieces, Converted: joined}}))
	require.Equal(t, joined, need(s.AgentFree(nil, c))(t))

	var cycle alloc.Cycle
	s.RequestAllocation()
	s.Allocate(1, &cycle)
	require.Len(t, cycle.Offers, 1)
	o := cycle.Offers[0]
	require.NoError(t, s.TransitionOfferedToAllocated(c, o.Role, joined))
	require.NoError(t, s.Validate())
	split := alloc.AllocationUpdate{Framework: o.Framework, Agent: c, Role: o.Role, Offered: joined, Conversions: []alloc.Conversion{{Consumed: joined, Converted: pieces}}}
	require.NoError(t, s.UpdateAllocation(split))
	require.NoError(t, s.Validate())
	require.NoError(t, s.RecoverResources(alloc.RecoverRequest{Framework: o.Framework, Agent: c, Role: o.Role, Resources: pieces, RefuseFor: 1}))
	require.NoError(t, s.Validate())
	require.NoError(t, s.RemoveAgent(c))

	// One resource may be all there is.
	all := []alloc.Resource{alloc.ScalarOf(s.cpus, quantities.MaxSum-8000)}
	c = need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: all, Used: []alloc.Usage{{Framework: "f", Role: s.web, Resources: all}}}))(t)
	s.refused(t, func() error {
		return s.AddResourceProvider(s.a, []alloc.Resource{alloc.ScalarOf(s.provided(t, "cpus", 0), 1)}, nil)
	})
	require.NoError(t, s.RecoverResources(alloc.RecoverRequest{Framework: s.f, Agent: c, Role: s.web, Resources: all, Allocated: true}))
	require.NoError(t, s.Validate())
}
