package core

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// inUseOn returns what tasks of role web use of the CPUs of agent a, after it has
// checked the invariants.
func (s *small) inUseOn(t *testing.T) int64 {
	t.Helper()
	require.NoError(t, s.Validate())
	sum := int64(0)
	for _, x := range need(s.Allocated(nil, s.a, s.role(t)))(t) {
		sum += int64(x.Amount)
	}
	return sum
}

// role returns the role that holds agent a in newSmall.
func (s *small) role(t *testing.T) alloc.RoleID {
	t.Helper()
	for _, r := range []alloc.RoleID{s.web, s.db} {
		if len(need(s.OfferedOrAllocated(nil, s.a, s.f, r))(t)) > 0 {
			return r
		}
	}
	t.Fatal("nothing is held")
	return 0
}

func TestToldTwiceIsInUseOnce(t *testing.T) {
	s := newSmall(t)
	r := s.role(t)
	part := []alloc.Resource{alloc.ScalarOf(s.cpus, 5000)}
	ports := []alloc.Resource{alloc.IntervalOf(s.ports, 1, 10)}
	require.NoError(t, s.TransitionOfferedToAllocated(s.a, r, part))
	require.NoError(t, s.TransitionOfferedToAllocated(s.a, r, ports))
	for _, again := range [][]alloc.Resource{part, ports, {alloc.IntervalOf(s.ports, 3, 3)}} {
		require.NoError(t, s.TransitionOfferedToAllocated(s.a, r, again))
	}
	require.EqualValues(t, 8000, s.inUseOn(t))
	require.Equal(t, quantities.Amount(8000), s.state.Roles.Get(r).InUse.At(0))

	// What was told twice can be recovered twice as allocated, as in Mesos.
	recovered := alloc.RecoverRequest{Framework: s.f, Agent: s.a, Role: r, Resources: []alloc.Resource{alloc.ScalarOf(s.cpus, 8000)}, Allocated: true}
	require.NoError(t, s.RecoverResources(recovered))
	recovered.Framework, recovered.Resources = 0, part[:1]
	require.ErrorIs(t, s.RecoverResources(recovered), alloc.ErrNotAllocated)
	recovered.Resources = []alloc.Resource{alloc.ScalarOf(s.cpus, 2000)}
	require.NoError(t, s.RecoverResources(recovered))
	require.ErrorIs(t, s.RecoverResources(recovered), alloc.ErrNotAllocated)
	require.NoError(t, s.Validate())
}

// TestToldTooOften has the largest amount told to be in use until the sum could
// not be counted.
func TestToldTooOften(t *testing.T) {
	s := newSmall(t)
	most := []alloc.Resource{alloc.ScalarOf(s.cpus, quantities.MaxAmount)}
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: most, Used: []alloc.Usage{{Framework: "f", Role: s.web, Resources: most}}}))(t)
	for range quantities.MaxSum/quantities.MaxAmount - 1 {
		require.NoError(t, s.TransitionOfferedToAllocated(c, s.web, most))
	}
	digest := s.Digest()
	require.ErrorIs(t, s.TransitionOfferedToAllocated(c, s.web, most), alloc.ErrLimit)
	require.Equal(t, digest, s.Digest())
	require.NoError(t, s.Validate())
}

// TestVolumeToldTooOften: of copies of a volume, too, no more are in use than can be
// counted, and restored.
func TestVolumeToldTooOften(t *testing.T) {
	s := newSmall(t)
	id := "id"
	volume := []alloc.Resource{alloc.ScalarOf(need(s.InternKind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Persistence: &id}}))(t), quantities.MaxSum/2)}
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: volume, Used: []alloc.Usage{{Framework: "f", Role: s.web, Resources: volume}}}))(t)
	require.NoError(t, s.TransitionOfferedToAllocated(c, s.web, volume))
	require.ErrorIs(t, s.TransitionOfferedToAllocated(c, s.web, volume), alloc.ErrLimit)
	require.NoError(t, s.Validate())
	var state bytes.Buffer
	require.NoError(t, s.Snapshot(&state))
	restored := need(Restore(&state))(t)
	require.Equal(t, s.Digest(), restored.Digest())
}

// TestRecoveryAsOfferedEndsUse is what Mesos's master does with what a pending
// operation consumed on an agent that came back.
func TestRecoveryAsOfferedEndsUse(t *testing.T) {
	s := newSmall(t)
	r := s.role(t)
	require.NoError(t, s.TransitionOfferedToAllocated(s.a, r, []alloc.Resource{alloc.ScalarOf(s.cpus, 5000)}))
	recoverAs := func(amount int64, allocated bool) error {
		return s.RecoverResources(alloc.RecoverRequest{Framework: s.f, Agent: s.a, Role: r, Resources: []alloc.Resource{alloc.ScalarOf(s.cpus, quantities.Amount(amount))}, Allocated: allocated})
	}
	require.NoError(t, recoverAs(3000, false))
	require.EqualValues(t, 5000, s.inUseOn(t)) // 3000 were merely offered
	require.NoError(t, recoverAs(1000, false))
	require.EqualValues(t, 4000, s.inUseOn(t))
	require.ErrorIs(t, recoverAs(4001, true), alloc.ErrNotAllocated)
	require.NoError(t, recoverAs(3999, true))
	require.EqualValues(t, 1, s.inUseOn(t))
}

// TestConversionEndsUse: a volume that is made of a disk in use is not in use.
func TestConversionEndsUse(t *testing.T) {
	s := newSmall(t)
	r := s.role(t)
	require.NoError(t, s.TransitionOfferedToAllocated(s.a, r, []alloc.Resource{alloc.ScalarOf(s.cpus, 6000)}))
	reserved := need(s.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "web"}}}))(t)
	require.NoError(t, s.UpdateAllocation(alloc.AllocationUpdate{
		Framework: s.f, Agent: s.a, Role: r, Offered: []alloc.Resource{alloc.ScalarOf(s.cpus, 8000)},
		Conversions: []alloc.Conversion{{Consumed: []alloc.Resource{alloc.ScalarOf(s.cpus, 3000)}, Converted: []alloc.Resource{alloc.ScalarOf(reserved, 3000)}}},
	}))
	require.EqualValues(t, 5000, s.inUseOn(t))
}

// TestFrameworkLeavesTasksBehind has a framework go before its tasks do.
func TestFrameworkLeavesTasksBehind(t *testing.T) {
	s := newSmall(t)
	r := s.role(t)
	used := []alloc.Resource{alloc.ScalarOf(s.cpus, 5000), alloc.IntervalOf(s.ports, 1, 4)}
	cpus := []alloc.Resource{alloc.ScalarOf(s.cpus, 8000)}
	require.NoError(t, s.TransitionOfferedToAllocated(s.a, r, used))
	require.NoError(t, s.RemoveFramework(s.f))
	require.NoError(t, s.Validate())
	require.Empty(t, need(s.Allocated(nil, s.a, r))(t))

	// What it held is another's now, who uses it before the first one's tasks end.
	g := need(s.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: []alloc.RoleID{r}}))(t)
	var cycle alloc.Cycle
	s.Allocate(1e9, &cycle)
	require.NoError(t, s.TransitionOfferedToAllocated(s.a, r, cpus))
	require.NoError(t, s.RecoverResources(alloc.RecoverRequest{Agent: s.a, Role: r, Resources: used, Allocated: true}))
	require.NoError(t, s.Validate())
	require.Equal(t, cpus, need(s.Allocated(nil, s.a, r))(t))
	require.ErrorIs(t, s.RecoverResources(alloc.RecoverRequest{Agent: s.a, Role: r, Resources: used, Allocated: true}), alloc.ErrNotAllocated)

	// Without a framework, only what was told is accounted.
	require.NoError(t, s.RecoverResources(alloc.RecoverRequest{Agent: s.a, Role: r, Resources: cpus, Allocated: true}))
	require.Empty(t, need(s.Allocated(nil, s.a, r))(t))
	require.Equal(t, append(cpus, alloc.IntervalOf(s.ports, 1, 10)), need(s.OfferedOrAllocated(nil, s.a, g, r))(t))
}

// TestSharedVolumeIsUsedByCopies: no more copies are in use than are held.
func TestSharedVolumeIsUsedByCopies(t *testing.T) {
	s := newSmall(t)
	volume := []alloc.Resource{alloc.ScalarOf(s.volume, 64)}
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: volume, Used: []alloc.Usage{{Framework: "f", Role: s.web, Resources: volume}}}))(t)
	copies := func() int { return len(need(s.Allocated(nil, c, s.web))(t)) }
	require.NoError(t, s.TransitionOfferedToAllocated(c, s.web, volume))
	require.Equal(t, 1, copies())
	require.NoError(t, s.UpdateAllocation(alloc.AllocationUpdate{Framework: s.f, Agent: c, Role: s.web, Offered: volume, Conversions: []alloc.Conversion{{Converted: volume}}}))
	require.NoError(t, s.TransitionOfferedToAllocated(c, s.web, volume))
	require.Equal(t, 2, copies())
	require.NoError(t, s.Validate())
}

// TestProviderIsUsedAsOffered: what a resource provider's frameworks use counts as
// offered, and so it does for a framework that is not registered, or not at all.
func TestProviderIsUsedAsOffered(t *testing.T) {
	s := newSmall(t)
	cpus := []alloc.Resource{alloc.ScalarOf(s.cpus, 1000)}
	require.NoError(t, s.AddResourceProvider(s.a, cpus, []alloc.Usage{{Framework: "f", Role: s.web, Resources: cpus}, {Framework: "unknown", Role: s.db, Resources: cpus}}))
	require.Empty(t, need(s.Allocated(nil, s.a, alloc.AllRoles))(t))
	require.NoError(t, s.Validate())
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: cpus, Used: []alloc.Usage{{Framework: "unknown", Role: s.db, Resources: cpus}}}))(t)
	require.Equal(t, cpus, need(s.Allocated(nil, c, s.db))(t))
	require.NoError(t, s.RecoverResources(alloc.RecoverRequest{Agent: c, Role: s.db, Resources: cpus, Allocated: true}))
	require.Empty(t, need(s.Allocated(nil, c, s.db))(t))
	require.NoError(t, s.Validate())
}

// TestUsersInSeveralRoles: an agent that comes with users in two roles, by turns, has what each
// role uses.
func TestUsersInSeveralRoles(t *testing.T) {
	s := newSmall(t)
	ads := need(s.InternRole("ads"))(t)
	of := func(n alloc.Amount) []alloc.Resource { return []alloc.Resource{alloc.ScalarOf(s.cpus, n)} }
	var used []alloc.Usage
	for i, role := range []alloc.RoleID{s.web, ads, s.web, ads, ads} {
		used = append(used, alloc.Usage{Framework: fmt.Sprint("user", i), Role: role, Resources: of(alloc.Amount(i + 1))})
	}
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: of(100), Used: used}))(t)
	require.NoError(t, s.Validate())
	g, _, err := s.state.Agents.AgentOf(c)
	require.Nil(t, err)
	require.Len(t, g.InUse, 2)
	require.Equal(t, "cpus:0.004", s.state.Kinds.Format(g.ToldOf(s.web, new(resource.Bag))))
	require.Equal(t, "cpus:0.011", s.state.Kinds.Format(g.ToldOf(ads, new(resource.Bag))))
}

// toldTwice is what is in use and what was told, each kept as Mesos would.
type toldTwice struct{ used, told resource.Bag }

// TestWhatIsToldIsSummedUp holds random uses of a role, told, recovered and no longer held, to the
// two sums.
func TestWhatIsToldIsSummedUp(t *testing.T) {
	s := newSmall(t)
	g, _, err := s.state.Agents.AgentOf(s.a)
	require.Nil(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	draw := func() *resource.Bag {
		b := new(resource.Bag)
		first := uint64(random.IntN(8))
		list := []alloc.Resource{alloc.ScalarOf(s.cpus, alloc.Amount(random.IntN(4))), alloc.IntervalOf(s.ports, first, first+uint64(random.IntN(4))), alloc.ScalarOf(s.volume, 8)}
		require.Nil(t, s.state.Kinds.ReadBag(b, list[:1+random.IntN(3)], "drawn"))
		return b
	}
	kinds := s.state.Kinds
	var want toldTwice
	onlyTold, shared := 0, 0
	for range 20_000 {
		b := draw()
		switch call := random.IntN(8); {
		case call < 2 && !b.Empty():
			s.state.Agents.AddInUse(g, s.web, b)
			want.used.Add(b)
			want.told.Add(b)
		case call == 2 && g.InUseOf(s.web) != nil:
			s.state.Agents.EndUseBeyond(g.InUseOf(s.web), b)
			want.used = within(want.used, b, kinds)
		case call > 2:
			*b = within(*b, &want.told, kinds)
			if b.Empty() {
				continue
			}
			gone := random.IntN(2) == 0
			all := s.state.Agents.DropInUse(g, s.web, b, gone)
			require.Equal(t, !gone && want.used.Contains(b), all)
			want.drop(b, gone, kinds)
		}
		var sum, used resource.Bag
		if w := g.InUseOf(s.web); w != nil {
			used = w.Resources
			require.Equal(t, w.OnlyTold == nil, want.told.Equal(&want.used))
			onlyTold += len(want.told.Counts) + len(want.told.Intervals) - len(want.used.Counts) - len(want.used.Intervals)
		}
		told := g.ToldOf(s.web, &sum)
		require.True(t, told.Equal(&want.told), "%s was told, not %s", s.state.Kinds.Format(&want.told), s.state.Kinds.Format(told))
		require.True(t, used.Equal(&want.used), "%s is in use, not %s", s.state.Kinds.Format(&want.used), s.state.Kinds.Format(&used))
		require.Equal(t, want.told.Flags, told.Flags)
		require.Equal(t, quantities.Amount(want.used.Of(resource.ItemID(s.cpus))), s.state.Roles.Get(s.web).InUse.At(0))
		require.NoError(t, s.state.Agents.Validate())
		shared += len(used.Counts) / 2
	}
	require.NotZero(t, onlyTold)
	require.NotZero(t, shared)
}

// drop is DropInUse.
func (x *toldTwice) drop(b *resource.Bag, frameworkGone bool, kinds *resource.Kinds) {
	x.told.Sub(b, kinds)
	if !frameworkGone {
		x.used.Sub(b, kinds)
	}
	x.used = within(x.used, &x.told, kinds)
}

// within returns b without what most lacks.
func within(b resource.Bag, most *resource.Bag, kinds *resource.Kinds) resource.Bag {
	var beyond resource.Bag
	beyond.CopyFrom(&b)
	beyond.Sub(most, kinds)
	b.Sub(&beyond, kinds)
	return b
}

// TestManyRolesThatUseAnAgentAreRestored: a few roles are looked for one by one, many are not.
func TestManyRolesThatUseAnAgentAreRestored(t *testing.T) {
	for _, roles := range []int{2, 8, 9, 30} {
		s := newSmall(t)
		of := func(n alloc.Amount) []alloc.Resource { return []alloc.Resource{alloc.ScalarOf(s.cpus, n)} }
		var used []alloc.Usage
		for i := range roles {
			role := need(s.InternRole(fmt.Sprint("role", i)))(t)
			used = append(used, alloc.Usage{Framework: "one", Role: role, Resources: of(1)}, alloc.Usage{Framework: "other", Role: role, Resources: of(2)})
		}
		c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: of(1000), Used: used}))(t)
		var saved bytes.Buffer
		require.NoError(t, s.Snapshot(&saved))
		restored := need(Restore(&saved))(t)
		require.Equal(t, s.Digest(), restored.Digest())
		require.NoError(t, restored.Validate())

		g, _, err := s.state.Agents.AgentOf(c)
		require.Nil(t, err)
		refused := func(why string) {
			t.Helper()
			saved.Reset()
			require.NoError(t, s.Snapshot(&saved))
			_, err := Restore(&saved)
			require.ErrorContains(t, err, why)
		}
		g.InUse[1].Resources.Counts[0].N++
		refused("but holds")
		g.InUse[1] = g.InUse[0]
		refused("twice")
	}
}
