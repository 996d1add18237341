package core_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// knows reports whether a resource name is known.
func (h *host) knows(name string) bool {
	_, ok := h.FindResourceName(name)
	return ok
}

var nameReferrers = map[string]roleReferrer{
	"a kind": {
		func(h *referred) { h.kind = must(h.InternKind(alloc.Kind{Name: "fpgas"})) },
		func(h *referred) { require.NoError(h.t, h.ReleaseKinds(h.kind)) },
	},
	"a kind that an agent has": {
		func(h *referred) {
			h.kind = must(h.InternKind(alloc.Kind{Name: "fpgas"}))
			h.some = []alloc.Resource{alloc.ScalarOf(h.kind, 4000)}
			h.addAgent()
			require.NoError(h.t, h.ReleaseKinds(h.kind))
		},
		(*referred).removeAgent,
	},
	"a guarantee": {
		func(h *referred) {
			require.NoError(h.t, h.SetQuota(h.role("web"), alloc.Quota{Guarantees: []alloc.Quantity{{Name: "fpgas", Amount: 1}}}))
		},
		setQuota(1),
	},
	"a limit of nothing": {
		func(h *referred) {
			require.NoError(h.t, h.SetQuota(h.role("web"), alloc.Quota{Limits: []alloc.Quantity{{Name: "fpgas"}}}))
		},
		setQuota(0),
	},
	"a minimum": {
		func(h *referred) {
			h.framework = must(h.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: h.roles("web"), MinAllocatable: []alloc.RoleMinimum{
				{Role: h.role("web"), Lists: [][]alloc.Quantity{{{Name: "fpgas", Amount: 1}}}},
			}}))
		},
		func(h *referred) {
			require.NoError(h.t, h.UpdateFramework(h.framework, alloc.FrameworkUpdate{MinAllocatable: &[]alloc.RoleMinimum{}}))
		},
	},
	"a minimum of two frameworks": {
		func(h *referred) {
			for _, id := range []string{"f", "g"} {
				h.framework = must(h.AddFramework(alloc.FrameworkInfo{ID: id, Roles: h.roles("web"), MinAllocatable: []alloc.RoleMinimum{
					{Role: h.role("web"), Lists: [][]alloc.Quantity{{{Name: "fpgas", Amount: 1}}}},
				}}))
			}
			require.NoError(h.t, h.RemoveFramework(h.framework))
			h.framework, _ = h.FindFramework("f")
		},
		func(h *referred) { require.NoError(h.t, h.RemoveFramework(h.framework)) },
	},
}

// A resource name is known while there is a kind, a quota or a minimum of it.
func TestNamesAreKnownWhileReferredTo(t *testing.T) {
	for name, r := range nameReferrers {
		t.Run(name, func(t *testing.T) {
			h := &referred{host: newHost(t, alloc.Options{})}
			require.False(t, h.knows("fpgas"))
			r.begin(h)
			require.True(t, h.knows("fpgas"))
			require.NoError(t, h.Validate())
			r.end(h)
			require.False(t, h.knows("fpgas"))
			require.True(t, h.knows("cpus"))
			require.NoError(t, h.Validate())
		})
	}
}

// Names of nothing are not known at all, and the default minimum's for ever.
func TestNamesOfNothing(t *testing.T) {
	h := newHost(t, alloc.Options{MinAllocatable: [][]alloc.Quantity{{{Name: "mem", Amount: 1}}}})
	require.NoError(t, h.SetQuota(h.role("web"), alloc.Quota{Guarantees: []alloc.Quantity{{Name: "fpgas"}}}))
	require.False(t, h.knows("fpgas"))
	require.True(t, h.knows("mem"))
	require.NoError(t, h.Validate())
}

// Names come and go by the thousand while frameworks are offered what there is of
// them: rows stay short, and nothing of one is taken for another's.
func TestNamesComeAndGo(t *testing.T) {
	h := &referred{host: newHost(t, alloc.Options{NestedQuota: true})}
	h.addFramework()
	var last alloc.RoleID
	for i := range 3000 {
		name := fmt.Sprint("custom-", i)
		kind := must(h.InternKind(alloc.Kind{Name: name}))
		h.some = []alloc.Resource{alloc.ScalarOf(kind, 4000), alloc.ScalarOf(h.cpus, 4000)}
		last = h.role(fmt.Sprint("eng/", i%7))
		require.NoError(t, h.SetQuota(last, alloc.Quota{
			Guarantees: []alloc.Quantity{{Name: name, Amount: 1000}}, Limits: []alloc.Quantity{{Name: name, Amount: 2000}},
		}))
		h.addAgent()
		h.offer()
		index, _ := h.FindResourceName(name)
		require.Less(t, index, quantities.Name(40))
		require.Equal(t, name, must(hooks.NumberedResource(&h.View, hooks.ResourceNumber(&h.View, index))))
		if i%3 == 0 {
			require.NoError(t, h.TransitionOfferedToAllocated(h.agent, h.role("web"), h.cycle.ResourcesOf(&h.cycle.Offers[0])))
		}
		require.NoError(t, h.ReleaseKinds(kind))
		h.removeAgent()
		require.NoError(t, h.SetQuota(last, alloc.Quota{}))
		require.False(t, h.knows(name))
		if i%100 == 0 {
			x := must(h.Explain(h.framework, h.role("web")))
			for _, list := range [][]alloc.Quantity{x.History.Used, x.History.Unused, x.History.Last} {
				for _, q := range list {
					require.Equal(t, "cpus", q.Name, "the others are forgotten")
				}
			}
			var m core.Metrics
			h.Metrics(&m)
			require.True(t, m.Total.IsZero())
			require.NoError(t, h.Validate())
		}
		h.Advance(h.Now().Add(time.Second))
	}
	require.Less(t, h.ResourceNames(), 40)
}

// To forget a name costs nothing for a subscription: what each was offered of it is
// left as it is, and does not count.
func TestForgottenNamesAreNotLookedFor(t *testing.T) {
	const subscriptions = 50
	h := newHost(t, alloc.Options{FrameworkSorter: alloc.Decayed(time.Hour)})
	frameworks := make([]alloc.FrameworkID, subscriptions)
	for i := range frameworks {
		frameworks[i] = h.framework(fmt.Sprint("f", i), "web")
	}
	custom := must(h.InternKind(alloc.Kind{Name: "custom"}))
	for i := range subscriptions {
		h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: []alloc.Resource{alloc.ScalarOf(h.cpus, 1000), alloc.ScalarOf(custom, 1000)}})
	}
	require.Len(t, h.offers(), subscriptions)
	require.Equal(t, subscriptions, h.HistoriesUpToDate())

	require.NoError(t, h.ReleaseKinds(custom))
	for i := range subscriptions {
		agent, _ := h.FindAgent(fmt.Sprint("a", i))
		require.NoError(t, h.RemoveAgent(agent))
	}
	require.False(t, h.knows("custom"))
	require.Zero(t, h.HistoriesUpToDate(), "nobody was looked at")
	unused := func(a *core.Allocator) (sums []string) {
		for _, f := range frameworks {
			x := must(a.Explain(f, h.role("web")))
			sums = append(sums, fmt.Sprint(x.History.Unused, x.History.Last))
		}
		return sums
	}
	want := slices.Repeat([]string{"1 cpu 1 cpu"}, subscriptions)
	require.Equal(t, want, unused(h.Allocator))
	var snapshot bytes.Buffer
	require.NoError(t, h.Snapshot(&snapshot))
	again := must(core.Restore(&snapshot))
	require.Equal(t, h.Digest(), again.Digest())
	require.Equal(t, want, unused(again))
}

// Names in a snapshot: which are known, which indices are vacant and how often each
// was used decide what the next ones get.
func TestNamesInSnapshots(t *testing.T) {
	h := newHost(t, alloc.Options{MinAllocatable: [][]alloc.Quantity{{{Name: "nothing"}, {Name: "mem", Amount: 1}}}})
	churn := func(a *core.Allocator, from, to int) (numbers []rows.Number) {
		for i := from; i < to; i++ {
			name := fmt.Sprint("custom-", i)
			kind := must(a.InternKind(alloc.Kind{Name: name}))
			index, _ := a.FindResourceName(name)
			numbers = append(numbers, hooks.ResourceNumber(&a.View, index))
			if i%5 > 0 {
				require.NoError(t, a.ReleaseKinds(kind))
			}
		}
		return numbers
	}
	churn(h.Allocator, 0, 100)
	var snapshot bytes.Buffer
	require.NoError(t, h.Snapshot(&snapshot))
	again := must(core.Restore(&snapshot))
	require.NoError(t, again.Validate())
	require.Equal(t, churn(h.Allocator, 100, 300), churn(again, 100, 300))
	require.NoError(t, again.Validate())
	require.Equal(t, h.Digest(), again.Digest())
}

// The number of an index that no name has had is nobody's; that of a forgotten name stays its
// own while ResourceName tells it.
func TestNumbersOfIndicesWithoutNames(t *testing.T) {
	h := newHost(t, alloc.Options{})
	_, err := hooks.NumberedResource(&h.View, hooks.ResourceNumber(&h.View, rows.MaxNames-1))
	require.ErrorIs(t, err, alloc.ErrInvalid)
	require.NoError(t, h.ReleaseKinds(must(h.InternKind(alloc.Kind{Name: "custom"}))))
	forgotten := quantities.Name(h.ResourceNames() - 1)
	require.Equal(t, "custom", must(h.ResourceName(forgotten)))
	require.Equal(t, "custom", must(hooks.NumberedResource(&h.View, hooks.ResourceNumber(&h.View, forgotten))))
}
