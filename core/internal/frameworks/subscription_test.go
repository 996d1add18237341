package frameworks_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/handle"
)

// The slot of a framework that is gone keeps none of the memory that its many roles took.
func TestTheSlotOfOneWithManyRolesIsSmallAgain(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	for i := range 100 {
		s.Framework("f", fmt.Sprint("role", i))
	}
	f := s.Frameworks.ByName["f"]
	s.Frameworks.Remove(f)
	require.LessOrEqual(t, cap(s.Frameworks.At(f).Subscriptions), 1)
	s.Framework("g", "web")
	require.Equal(t, f, s.Frameworks.ByName["g"])
	require.Equal(t, 1, cap(s.Frameworks.At(f).Subscriptions))
}

// A framework is found by its name and handle once it is registered; of one that only uses something,
// the name is known.
func TestFrameworksAreFoundByNameAndHandle(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	fs := s.Frameworks
	slot := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:4")
	s.Unregistered("early", "web", slot, "cpus:1")
	id := fs.FrameworkID(fs.ByName["early"])
	_, found := fs.Find("early")
	require.False(t, found)
	name, err := fs.NameOf(id)
	require.NoError(t, err)
	require.Equal(t, "early", name)
	_, _, refused := fs.FrameworkOf(id)
	require.Equal(t, alloc.CodeStale, refused.Code)

	s.Framework("early", "web")
	s.Framework("another", "web")
	f, fslot, refused := fs.FrameworkOf(id)
	require.Nil(t, refused)
	require.True(t, f == fs.At(fslot) && f.Name == "early")
	f.SetCapabilities(alloc.RegionAware)
	require.Equal(t, alloc.RegionAware, f.Capabilities)
	var byName []string
	for _, slot := range fs.FrameworksByName() {
		byName = append(byName, fs.At(slot).Name)
	}
	require.Equal(t, []string{"another", "early"}, byName)

	s.GiveBack(slot, f.Subscriptions[0], "cpus:1")
	fs.Remove(fslot)
	s.Check()
	_, _, refused = fs.FrameworkOf(id)
	require.Equal(t, alloc.CodeStale, refused.Code)
	_, err = fs.NameOf(id)
	require.ErrorIs(t, err, alloc.ErrStale)
	s.Framework("its place", "web")
	_, _, refused = fs.FrameworkOf(id)
	require.Equal(t, alloc.CodeStale, refused.Code)
	for _, never := range []uint64{0, handle.Make(handle.Agent, 1, uint32(fslot)), handle.Make(handle.Framework, 9, uint32(fslot)), handle.Make(handle.Framework, 1, 2)} {
		_, _, refused = fs.FrameworkOf(alloc.FrameworkID(never))
		require.Equal(t, alloc.CodeUnknownFramework, refused.Code, "%x", never)
	}
}

// A subscription is asked while its framework is registered and active, subscribes to the role, and does
// not suppress it.
func TestWhoIsAsked(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	fs := s.Frameworks
	m, other := s.Framework("f", "web"), s.Framework("f", "db")
	f := fs.At(fs.ByName["f"])
	asked := func() (list []bool) {
		s.Check()
		return []bool{fs.Active.Has(m), fs.Active.Has(other)}
	}
	require.Equal(t, []bool{true, true}, asked())
	fs.Suppress(m)
	require.Equal(t, []bool{false, true}, asked())
	fs.Deactivate(f)
	require.Equal(t, []bool{false, false}, asked())
	fs.Revive(m)
	require.Equal(t, []bool{false, false}, asked(), "not while the framework is inactive")
	fs.Suppress(other)
	fs.Activate(f)
	require.Equal(t, []bool{true, false}, asked())
	fs.Subscribe(fs.ByName["f"], s.Role("db"), false)
	fs.SetActive(other)
	require.Equal(t, []bool{true, true}, asked())
	fs.Leave(m)
	require.Equal(t, []bool{false, true}, asked())
	require.Equal(t, 1, fs.ActiveCount)
}

// A subscription lasts while its framework is subscribed, holds something, or has filters in force. Until
// then the role's sorter counts what it holds.
func TestASubscriptionLastsWhileThereIsAReason(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	fs, slot := s.Frameworks, s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:4")
	m := s.Framework("f", "web")
	role, f := s.Role("web"), fs.ByName["f"]
	s.Offer(slot, m, "cpus:2")
	fs.AddFilter(slot, m, s.Bag("cpus:1"), 0, 100)
	fs.Leave(m)
	require.Equal(t, m, fs.FindSubscription(f, role), "it holds something")
	require.Equal(t, []slots.Subscription{m}, s.Roles.Get(role).Subscriptions)
	require.False(t, s.Agents.At(slot).Filters.Refuses(m, s.Bag("cpus:1")), "filters end when a framework leaves a role")
	fs.AddFilter(slot, m, s.Bag("cpus:1"), 0, 100)
	s.GiveBack(slot, m, "cpus:2")
	require.Equal(t, m, fs.FindSubscription(f, role), "it has a filter")
	require.Empty(t, s.Roles.Get(role).Subscriptions)
	for _, ended := range fs.EndFilters(slot, 100, nil) {
		fs.ForgetUnlessUsed(ended)
	}
	require.Equal(t, slots.Subscription(slots.None), fs.FindSubscription(f, role))
	require.Equal(t, m, s.Framework("f", "db"), "the slot is used again, with nothing of the former one")

	early := s.Unregistered("early", "web", slot, "cpus:1")
	require.Empty(t, s.Roles.Get(role).Subscriptions, "who is not registered takes no part")
	s.GiveBack(slot, early, "cpus:1")
	require.NotContains(t, fs.ByName, "early", "it is forgotten with the last that it used")
}

// What a subscription refused is not offered to it until it revives, suppression ends, or its framework
// is deactivated.
func TestWhatEndsFilters(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	fs, slot := s.Frameworks, s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:4")
	m, other := s.Framework("f", "web"), s.Framework("g", "web")
	f, g := fs.At(fs.ByName["f"]), s.Agents.At(slot)
	for _, end := range []func(){
		func() { fs.Revive(m) },
		func() { fs.Deactivate(f); fs.Activate(f) },
		func() { fs.Suppress(m); fs.Subscribe(fs.ByName["f"], s.Role("web"), false); fs.SetActive(m) },
	} {
		fs.AddFilter(slot, m, s.Bag("cpus:4"), 0, 100)
		require.True(t, g.Filters.Refuses(m, s.Bag("cpus:3")))
		left := append(container.BitSet[slots.Subscription](nil), fs.Active...)
		g.Filters.RemoveRefusers(left, g.FreeBag())
		require.Equal(t, []slots.Subscription{other}, left.Append(nil))
		end()
		require.False(t, g.Filters.Refuses(m, s.Bag("cpus:3")))
		require.True(t, fs.Active.Has(m))
	}
	fs.AddFilter(slot, m, s.Bag("cpus:4"), 0, 100)
	fs.Subscribe(fs.ByName["f"], s.Role("web"), false)
	require.True(t, g.Filters.Refuses(m, s.Bag("cpus:3")), "it was not suppressed")
}

// The sorters of a framework's roles know its rank, of roles that it enters later, too.
func TestRanksOrderFrameworks(t *testing.T) {
	s := statetest.New(t, alloc.Options{FrameworkSorter: alloc.Ranked})
	fs := s.Frameworks
	order := func(role string) (names []string) {
		r := s.Roles.Get(s.Role(role))
		for _, c := range r.Frameworks.Sort(nil) {
			names = append(names, fs.At(fs.Subscriptions.At(r.ByClient[c]).Framework).Name)
		}
		return names
	}
	for _, name := range []string{"f", "g"} {
		s.Framework(name, "web")
	}
	fs.SetSettings(fs.At(fs.ByName["g"]), alloc.Settings{Rank: -1})
	require.Equal(t, []string{"g", "f"}, order("web"))
	s.Framework("f", "db")
	s.Framework("g", "db")
	require.Equal(t, []string{"g", "f"}, order("db"))
	fs.SetSettings(fs.At(fs.ByName["g"]), alloc.Settings{})
	require.Equal(t, []string{"f", "g"}, order("db"))
}

// Who leaves a role has no minimum, history and exclusions there any more.
func TestWhoLeavesARoleBeginsAnew(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	fs, slot := s.Frameworks, s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:4")
	m := s.Framework("f", "web")
	fs.SetMinima(fs.ByName["f"], []alloc.RoleMinimum{{Role: s.Role("web"), Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: 3000}}}}})
	fs.Exclude(m, slot, true)
	s.Offer(slot, m, "cpus:1")
	sub := fs.Subscriptions.At(m)
	sub.NoteOffer(s.Names, 7)
	fs.KeepLastOffer(m, s.Agents.AgentID(slot), nil)
	sub.CountFilter()
	sub.NoteRefusal(s.Bag("cpus:1"), s.Kinds, s.Names)
	fs.Leave(m) // and stays, as it holds something
	s.Check()
	require.Empty(t, sub.Minimum.Rows)
	require.False(t, s.Agents.At(slot).Exclusions.Has(m))
	require.False(t, sub.History != nil || sub.RefusedMore(s.Row("cpus:1")))
	require.Zero(t, sub.Offers)
	fs.CountOutcome(m, s.Bag("cpus:1"), false) // of what it still held
	sub.NoteRefusal(s.Bag("cpus:1"), s.Kinds, s.Names)
	fs.Subscribe(sub.Framework, sub.Role, false)
	fs.SetActive(m)
	require.Nil(t, sub.History)
}

// A framework's subscriptions are found by their roles, and listed in the order of these, however
// many there are.
func TestSubscriptionsGoByRole(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	fs := s.Frameworks
	byRole := map[alloc.RoleID]slots.Subscription{}
	crowd := s.Role("r7")
	for i := range 20 {
		s.Framework(fmt.Sprint("other", i), "r7")
	}
	for i := range 20 {
		path := fmt.Sprintf("r%d", i*7%20)
		byRole[s.Role(path)] = s.Framework("f", path)
		for role, m := range byRole {
			require.Equal(t, m, fs.FindSubscription(fs.ByName["f"], role))
		}
	}
	require.Contains(t, byRole, crowd)
	id := fs.FrameworkID(fs.ByName["f"])
	require.Equal(t, slots.Subscription(slots.None), fs.FindSubscription(fs.ByName["f"], s.Role("r20")))
	_, err := fs.SubscriptionOf(id, s.Role("r20"))
	require.Equal(t, alloc.CodeNotSubscribed, err.Code)
	_, err = fs.SubscriptionOf(id, 1000)
	require.Equal(t, alloc.CodeUnknownRole, err.Code)
	some, failed := fs.SubscriptionsFor(id, []alloc.RoleID{crowd})
	require.NoError(t, failed)
	require.Equal(t, []slots.Subscription{byRole[crowd]}, some)
	all, failed := fs.SubscriptionsFor(id, nil)
	require.NoError(t, failed)
	require.Len(t, all, 20)
	_, failed = fs.SubscriptionsFor(id, []alloc.RoleID{crowd, s.Role("r20")})
	require.ErrorIs(t, failed, alloc.ErrNotSubscribed)

	var names []string
	for _, m := range fs.SubscriptionsByName(nil, s.Roles.Get(crowd))[:3] {
		names = append(names, fs.At(fs.Subscriptions.At(m).Framework).Name)
	}
	require.Equal(t, []string{"f", "other0", "other1"}, names)

	s.Limits.Subscriptions = fs.Subscriptions.Live() + 1
	require.Nil(t, fs.RoomForSubscriptions(1))
	require.Equal(t, alloc.CodeLimit, fs.RoomForSubscriptions(2).Code)
}
