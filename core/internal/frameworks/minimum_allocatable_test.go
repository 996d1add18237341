package frameworks_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// minimum is one list of a minimum.
func minimum(s *statetest.State, role string, lists ...[]alloc.Quantity) []alloc.RoleMinimum {
	return []alloc.RoleMinimum{{Role: s.Role(role), Lists: lists}}
}

// An offer is worth making if it holds all of one of the lists, summed over the kinds of each name. A
// number in a range counts as one; where there is no list, anything is enough.
func TestWhatIsWorthAnOffer(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	lists := []quantities.Row{s.Row("cpus:2; mem:1"), s.Row("ports:[1-3]")}
	for text, want := range map[string]bool{
		"cpus:2; mem:1":                              true,
		"cpus:2; mem:0.999":                          false,
		"cpus:1.999; mem:9":                          false,
		"cpus:1; cpus(web):1; mem{revocable}:1":      true,
		"cpus:2; ports:[1-2]":                        false,
		"ports:[7-9]":                                true,
		"ports:[7-7]; ports:[9-9]; ports(web):[5-5]": true,
		"nothing":                                    false,
	} {
		require.Equal(t, want, s.Frameworks.Allocatable(s.Bag(text), lists), text)
		require.Equal(t, text != "nothing", s.Frameworks.Allocatable(s.Bag(text), nil), text)
	}
	require.True(t, s.Frameworks.Allocatable(s.Bag("cpus:1"), []quantities.Row{{}}), "an empty list asks for nothing")
}

// A subscription has the minimum that its framework last set for its role, or else the global one. Names
// in minima are known while these are in use.
func TestEachSubscriptionHasItsMinimum(t *testing.T) {
	s := statetest.New(t, alloc.Options{MinAllocatable: [][]alloc.Quantity{{{Name: "cpus", Amount: 10}}}})
	fs := s.Frameworks
	web, db := s.Framework("f", "web"), s.Framework("f", "db")
	other := s.Framework("g", "web")
	minima := func() (texts []string) {
		s.Check()
		for _, m := range []slots.Subscription{web, db, other} {
			if !fs.Subscriptions.At(m).Live {
				continue
			}
			text := ""
			for _, row := range fs.Subscriptions.At(m).Minimum.Rows {
				text += s.Kinds.FormatRow(row)
			}
			texts = append(texts, text)
		}
		return texts
	}
	require.Equal(t, []string{"cpus:0.01", "cpus:0.01", "cpus:0.01"}, minima())
	disk := []alloc.Quantity{{Name: "disk", Amount: 1000}}
	fs.SetMinima(fs.ByName["f"], append(minimum(s, "web", []alloc.Quantity{{Name: "mem", Amount: 7}}), minimum(s, "web", disk)...))
	fs.SetMinima(fs.ByName["g"], minimum(s, "web", disk))
	require.Equal(t, []string{"disk:1", "cpus:0.01", "disk:1"}, minima(), "the last for a role counts")

	name, _ := s.Names.Lookup("disk")
	var disks container.BitSet[quantities.Name]
	disks.Set(name)
	require.False(t, fs.AllNeedMoreThan(disks), "disk alone is enough for web")
	fs.Leave(other)
	fs.SetMinima(fs.ByName["f"], minimum(s, "db"))
	require.Equal(t, []string{"cpus:0.01", ""}, minima(), "no lists are a minimum of their own: anything")
	s.Names.ForgetIdle()
	_, known := s.Names.Lookup("disk")
	require.False(t, known)
	require.False(t, fs.AllNeedMoreThan(nil), "anything is enough for db")
	fs.SetMinima(fs.ByName["f"], nil)
	require.True(t, fs.AllNeedMoreThan(nil), "all ask for cpus")
}

// Constraints keep pairs apart until one side is included, or goes.
func TestConstraintsKeepPairsApart(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	fs := s.Frameworks
	f, g := s.Framework("f", "web"), s.Framework("g", "web")
	a, b := s.Agent(alloc.AgentInfo{ID: "a"}, "nothing"), s.Agent(alloc.AgentInfo{ID: "b"}, "nothing")
	for range 2 { // once is enough
		fs.Exclude(f, a, true)
		fs.Exclude(f, b, true)
		fs.Exclude(g, a, true)
	}
	require.Equal(t, []slots.Agent{a, b}, fs.Excluded[f].Append(nil))
	require.Equal(t, []slots.Agent{a}, fs.Excluded[g].Append(nil))
	require.Equal(t, 2, fs.Excluded[f].Count())
	fs.IncludeAll(a)
	s.Check()
	require.True(t, !s.Agents.At(a).Exclusions.Has(f) && !s.Agents.At(a).Exclusions.Has(g) && s.Agents.At(b).Exclusions.Has(f))
	fs.IncludeAll(a)
	fs.IncludeEverywhere(f)
	require.Empty(t, fs.Excluded)
	fs.Exclude(f, a, true)
	fs.Leave(f)
	s.Check()
	require.Nil(t, s.Agents.At(a).Exclusions)
}

// What became of offers is counted up to the largest amount, and what was refused last is known until
// something else is offered.
func TestHistoryOfOffers(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	fs, m := s.Frameworks, s.Framework("f", "web")
	sub := fs.Subscriptions.At(m)
	fs.CountOutcome(m, s.Bag("cpus:2; ports:[1-5]"), true)
	fs.CountOutcome(m, s.Bag("cpus:1"), true)
	fs.CountOutcome(m, s.Bag("cpus:4"), false)
	sub.CountFilter()
	h := sub.ReadHistory()
	require.Equal(t, "cpus:3; ports:5", s.Kinds.FormatRow(h.Used.Row(s.Names)))
	require.Equal(t, "cpus:4", s.Kinds.FormatRow(h.Returned.Row(s.Names)))
	require.EqualValues(t, 1, h.Filters)

	require.False(t, sub.RefusedMore(s.Row("cpus:1")))
	sub.NoteRefusal(s.Bag("cpus:4; mem:2; ports:[1-5]"), s.Kinds, s.Names)
	require.True(t, sub.RefusedMore(s.Row("cpus:4; mem:2")) && sub.RefusedMore(s.Row("mem:1")))
	require.False(t, sub.RefusedMore(s.Row("cpus:4.001")) || sub.RefusedMore(s.Row("disk:1")))
	sub.NoteRefusal(s.Bag("cpus:1"), s.Kinds, s.Names)
	require.False(t, sub.RefusedMore(s.Row("mem:1")), "the last alone counts")
	s.Check()
	for _, end := range []func(){
		func() { fs.Revive(m) },
		func() { fs.Deactivate(fs.At(sub.Framework)); fs.Activate(fs.At(sub.Framework)) },
		func() { fs.Subscribe(sub.Framework, sub.Role, false) },
		func() { sub.NoteOffer(s.Names, 5) },
	} {
		sub.NoteRefusal(s.Bag("cpus:1"), s.Kinds, s.Names)
		end()
		s.Check()
		require.False(t, sub.RefusedMore(s.Row("cpus:1")))
	}
	require.EqualValues(t, 1, sub.Offers)
	require.EqualValues(t, 5, sub.OfferedAt)
}
