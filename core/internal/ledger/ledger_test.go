package ledger_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// held is what a subscription holds on an agent.
func held(s *statetest.State, slot slots.Agent, m slots.Subscription) string {
	i := s.Agents.At(slot).FindEntry(m)
	if i == slots.None {
		return "nothing"
	}
	return s.Kinds.Format(s.Ledger.Entries.At(i).Held())
}

// shares is what the sorters of a subscription's role and of roles count for it, and for the role.
func shares(s *statetest.State, m slots.Subscription) string {
	sub := s.Frameworks.Subscriptions.At(m)
	r := s.Roles.Get(sub.Role)
	return s.Kinds.FormatRow(r.Frameworks.Allocation(sub.Client)) + " of " + s.Kinds.FormatRow(s.Roles.Sorter.Allocation(r.Client))
}

// Whatever is offered and given back, by whom and in whatever parts: what is free and what is held
// make up the total, and nobody is left with an empty entry.
func TestNothingIsLostOrMade(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	random := rand.New(rand.NewPCG(7, 7))
	var agents []slots.Agent
	var takers []slots.Subscription
	for i := range 3 {
		name := string(rune('a' + i))
		agents = append(agents, s.Agent(alloc.AgentInfo{ID: name}, "cpus:20; cpus(web):20; cpus{revocable}:20"))
		takers = append(takers, s.Framework(name, "web"), s.Framework(name, "web/sub"))
	}
	kinds := []string{"cpus", "cpus(web)", "cpus{revocable}"}
	type place struct {
		slot slots.Agent
		m    slots.Subscription
		kind string
	}
	holds := map[place]int{}
	for range 300 {
		p := place{agents[random.IntN(3)], takers[random.IntN(6)], kinds[random.IntN(3)]}
		n := 1 + random.IntN(4)
		text := p.kind + ":" + string(rune('0'+n))
		switch {
		case random.IntN(2) == 0 && s.Agents.At(p.slot).FreeBag().Contains(s.Bag(text)):
			s.Offer(p.slot, p.m, text)
			holds[p] += n
		case holds[p] >= n:
			s.GiveBack(p.slot, p.m, text)
			holds[p] -= n
		}
	}
	entries := map[[2]uint32]bool{}
	for p, n := range holds {
		if n > 0 {
			entries[[2]uint32{uint32(p.slot), uint32(p.m)}] = true
			item := resource.ItemID(s.Resources(p.kind + ":1")[0].Kind)
			require.Equal(t, int64(n)*int64(alloc.Unit), s.Ledger.Entries.At(s.Agents.At(p.slot).FindEntry(p.m)).Held().Of(item))
		}
	}
	require.Equal(t, len(entries), s.Ledger.Entries.Live())
}

// The sorters count what registered frameworks hold, and only that: of others the ledger alone knows,
// until they register.
func TestSortersCountWhoIsRegistered(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	slot := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8")
	m := s.Unregistered("f", "web", slot, "cpus:3")
	require.Equal(t, "cpus:5", s.Free(slot))
	require.Equal(t, "cpus:3", s.Kinds.FormatRow(s.Ledger.UnregisteredUse))
	require.Equal(t, "cpus:3", s.Kinds.Format(s.Ledger.OfferedOrAllocatedTo(slot, "f", s.Role("web"))))
	require.Nil(t, s.Ledger.OfferedOrAllocatedTo(slot, "g", s.Role("web")))
	require.Nil(t, s.Ledger.OfferedOrAllocatedTo(slot, "f", s.Role("db")))
	s.Framework("f", "web")
	require.True(t, s.Ledger.UnregisteredUse.IsZero())
	require.Equal(t, "cpus:3 of cpus:3", shares(s, m))
	s.Offer(slot, m, "cpus:1")
	other := s.Framework("g", "web")
	s.Offer(slot, other, "cpus:2")
	require.Equal(t, "cpus:4 of cpus:6", shares(s, m))
	s.GiveBack(slot, m, "cpus:4")
	require.Equal(t, "cpus:2 of cpus:2", shares(s, other))
	early := s.Unregistered("h", "web", slot, "cpus:1")
	s.GiveBack(slot, early, "cpus:1")
	require.True(t, s.Ledger.UnregisteredUse.IsZero())
}

// However many copies of a shared volume are held on an agent, one counts for a framework and role, and
// one for the role.
func TestASharedVolumeCountsOnce(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	slot := s.Agent(alloc.AgentInfo{ID: "a"}, "disk[volume v]<shared>:4")
	m, other := s.Framework("f", "web"), s.Framework("g", "web")
	for range 2 {
		s.Offer(slot, m, "disk[volume v]<shared>:4")
	}
	s.Offer(slot, other, "disk[volume v]<shared>:4")
	require.Equal(t, "disk:4 of disk:4", shares(s, m))
	require.Equal(t, "disk:8", s.Kinds.FormatRow(s.Ledger.Cluster.SharedUse), "once for each who holds it")
	require.Equal(t, "disk[volume v]<shared>:4", s.Free(slot), "it stays free")
	s.GiveBack(slot, m, "disk[volume v]<shared>:4")
	require.Equal(t, "disk:4 of disk:4", shares(s, m))
	s.GiveBack(slot, m, "disk[volume v]<shared>:4")
	require.Equal(t, "nothing of disk:4", shares(s, m))
	s.GiveBack(slot, other, "disk[volume v]<shared>:4")
	require.Equal(t, "nothing of nothing", shares(s, other))
	require.True(t, s.Ledger.Cluster.SharedUse.IsZero())
}

// To change what is held, as a conversion does, counts no pick. What is empty then is closed.
func TestWhatIsHeldIsChanged(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	m, slot := s.Framework("f", "web"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; cpus(web):1")
	i := s.Offer(slot, m, "cpus:4")
	change := func(gone, come string) {
		x := resource.Difference{Gone: *s.Bag(gone), Come: *s.Bag(come)}
		s.Ledger.ChangeHeld(i, &x)
		s.Ledger.ChangeTotal(slot, &x)
		s.Ledger.RefreshFree(slot)
		s.Check()
	}
	change("cpus:3", "cpus(web):3")
	require.Equal(t, "cpus:1; cpus(web):3", held(s, slot, m))
	require.Equal(t, "cpus:4; cpus(web):1", s.Free(slot))
	require.Equal(t, "cpus:4 of cpus:4", shares(s, m))
	require.Equal(t, "cpus:4", s.Kinds.FormatRow(s.Roles.Reserved))
	change("cpus:1; cpus(web):3", "nothing")
	require.Zero(t, s.Ledger.Entries.Live())
}

// Where more is held than there is, nothing is free and the rest counts towards what the cluster has,
// until that much was given back.
func TestMoreIsHeldThanThereIs(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	m, slot := s.Framework("f", "web"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; mem:8")
	s.Offer(slot, m, "cpus:6")
	s.Ledger.ApplyTotal(slot, s.Bag("cpus:4; mem:8"))
	s.Check()
	require.True(t, s.Agents.At(slot).Overdrawn)
	require.Equal(t, "mem:8", s.Free(slot))
	cpus, _ := s.Names.Lookup("cpus")
	require.Equal(t, alloc.Amount(6000), s.Ledger.Cluster.Claimed(cpus))
	s.GiveBack(slot, m, "cpus:1")
	require.Equal(t, "mem:8", s.Free(slot))
	s.GiveBack(slot, m, "cpus:3")
	require.Equal(t, "cpus:2; mem:8", s.Free(slot))
	require.False(t, s.Agents.At(slot).Overdrawn)
	require.Equal(t, alloc.Amount(4000), s.Ledger.Cluster.Claimed(cpus))
}

// The cluster has no more of a resource than can be counted; whatever lowers an amount is allowed.
func TestTheClusterHasWhatCanBeCounted(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	huge := new(resource.Bag)
	disk := s.Resources("disk:1")[0].Kind
	require.Nil(t, s.Kinds.ReadBag(huge, []alloc.Resource{alloc.ScalarOf(disk, quantities.MaxSum-5*alloc.Unit)}, "test"))
	slot, other := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:1"), s.Agent(alloc.AgentInfo{ID: "b"}, "disk:5")
	refused := func(on slots.Agent, total *resource.Bag) bool {
		err := s.Ledger.CheckNewTotal(on, s.Agents.At(on), total)
		return err != nil && err.Code == alloc.CodeLimit
	}
	require.False(t, refused(slot, huge))
	s.Ledger.ApplyTotal(slot, huge)
	require.True(t, refused(other, s.Bag("disk:5.001")))
	require.False(t, refused(other, s.Bag("disk:4; cpus:9")))
	require.False(t, refused(slot, s.Bag("disk:1")))

	claims := func(had, total, shared string) bool {
		c := s.Ledger.Claims()
		c.AddPartBefore(s.Bag(had))
		c.AddAfter(s.Bag(total), s.Bag("nothing"))
		c.AddSharedAfter(s.Bag(shared), s.Bag("disk[volume held]<shared>:9"))
		return c.Check("c") == nil
	}
	require.False(t, claims("nothing", "disk:1", "nothing"))
	require.True(t, claims("disk:1", "disk:1", "disk[volume held]<shared>:9"), "held already")
	require.False(t, claims("disk:1", "disk:1", "disk[volume v]<shared>:1"))
	c := s.Ledger.Claims()
	c.AddAfter(huge, huge)
	c.AddAfter(huge, huge)
	require.NotNil(t, c.Check("c"), "what alone is too much")
}

// What an agent's total has lost stays known while it is held, used or refused there.
func TestWhatLingersIsForgottenInTheEnd(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	m, slot := s.Framework("f", "web"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; mem:8; disk:8; ports:[1-9]")
	g := s.Agents.At(slot)
	s.Offer(slot, m, "mem:1; disk:2")
	s.Ledger.AddInUse(g, s.Role("web"), s.Bag("disk:1"))
	s.Frameworks.AddFilter(slot, m, s.Bag("ports:[2-3]"), 0, 50)
	s.Ledger.ApplyTotal(slot, s.Bag("cpus:8"))
	lingers := func() string {
		s.Ledger.Lingerings.LookAtSome()
		s.Check()
		if s.Ledger.Lingerings.Of[slot] == nil {
			return "nothing"
		}
		var names []string
		for _, c := range s.Ledger.Lingerings.Of[slot].Resources.Counts {
			names = append(names, s.Names.String(c.Name))
		}
		for _, x := range s.Ledger.Lingerings.Of[slot].Resources.Intervals {
			names = append(names, s.Names.String(s.Kinds.Get(uint32(x.Kind)).Name))
		}
		return strings.Join(names, " ")
	}
	require.Equal(t, "mem disk ports", lingers())
	s.GiveBack(slot, m, "mem:1")
	require.Equal(t, "disk ports", lingers())
	s.Agents.CloseAllInUse(g)
	s.GiveBack(slot, m, "disk:2")
	require.Equal(t, "ports", lingers())
	for _, ended := range s.Frameworks.EndFilters(slot, 50, nil) {
		s.Frameworks.ForgetUnlessUsed(ended)
	}
	require.Equal(t, "nothing", lingers())
}

// What lingers is read as it was written. What no allocator can have is refused: an agent twice, or so many bags
// left that none is ever looked at, or that it never ends.
func TestWhatLingersIsReadAsItCanBe(t *testing.T) {
	read := func(alter func(*ledger.Lingerings)) (again ledger.Lingerings, err error) {
		s, other := statetest.New(t, alloc.Options{}), statetest.New(t, alloc.Options{})
		for _, s := range []*statetest.State{s, other} {
			m, slot := s.Framework("f", "web"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; mem:8")
			s.Offer(slot, m, "mem:1")
		}
		s.Ledger.ApplyTotal(0, s.Bag("cpus:8"))
		written := s.Ledger.Lingerings
		alter(&written)
		var w wire.Writer
		written.Persist(wire.NewEncoder(&w, nil))
		r := wire.NewReader(w.Buf, 0)
		other.Ledger.Lingerings.Persist(wire.NewDecoder(r, nil))
		return other.Ledger.Lingerings, r.Err()
	}
	again, err := read(func(l *ledger.Lingerings) { l.Left = -100 })
	require.NoError(t, err)
	require.Equal(t, []slots.Agent{0}, again.On)
	require.Equal(t, -100, again.Left)
	for _, forge := range []func(*ledger.Lingerings){
		func(l *ledger.Lingerings) { l.On = append(slices.Clone(l.On), l.On...) },
		func(l *ledger.Lingerings) { l.Left = 1 },
		func(l *ledger.Lingerings) { l.Left = -1 << 62 },
	} {
		_, err := read(forge)
		require.Error(t, err)
	}
}

// What tasks are told to use counts for the first framework that holds all of it for their role.
func TestWhoseTasksUseWhatIsTold(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	slot := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:9")
	f, g, db := s.Framework("f", "web"), s.Framework("g", "web"), s.Framework("g", "db")
	s.Offer(slot, db, "cpus:3")
	s.Offer(slot, f, "cpus:1")
	s.Offer(slot, g, "cpus:2")
	s.Ledger.CountUsed(s.Agents.At(slot), s.Role("web"), s.Bag("cpus:2"))
	s.Ledger.CountUsed(s.Agents.At(slot), s.Role("web"), s.Bag("cpus:3"))
	used := func(m slots.Subscription) string {
		return s.Kinds.FormatRow(s.Frameworks.Subscriptions.At(m).ReadHistory().Used.Row(s.Names))
	}
	require.Equal(t, []string{"nothing", "cpus:2", "nothing"}, []string{used(f), used(g), used(db)})
	require.Nil(t, s.Roles.CheckRoleOrAll(alloc.AllRoles))
	require.NotNil(t, s.Roles.CheckRoleOrAll(1000))
}
