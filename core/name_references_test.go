package core_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

// knows reports whether a resource name is known.
func (h *host) knows(name string) bool {
	_, ok := h.FindResourceName(name)
	return ok
}

var nameReferrers = map[string]roleReferrer{
	"a kind": {
		func(h *referred) { h.kind = must(h.InternKind(core.Kind{Name: "fpgas"})) },
		func(h *referred) { require.NoError(h.t, h.ReleaseKinds(h.kind)) },
	},
	"a kind that an agent has": {
		func(h *referred) {
			h.kind = must(h.InternKind(core.Kind{Name: "fpgas"}))
			h.some = []core.Resource{core.ScalarOf(h.kind, 4000)}
			h.addAgent()
			require.NoError(h.t, h.ReleaseKinds(h.kind))
		},
		(*referred).removeAgent,
	},
	"a guarantee": {
		func(h *referred) {
			require.NoError(h.t, h.SetQuota(h.role("web"), core.Quota{Guarantees: []core.Quantity{{Name: "fpgas", Amount: 1}}}))
		},
		setQuota(1),
	},
	"a limit of nothing": {
		func(h *referred) {
			require.NoError(h.t, h.SetQuota(h.role("web"), core.Quota{Limits: []core.Quantity{{Name: "fpgas"}}}))
		},
		setQuota(0),
	},
	"a minimum": {
		func(h *referred) {
			h.framework = must(h.AddFramework(core.FrameworkInfo{ID: "f", Roles: h.roles("web"), MinAllocatable: []core.RoleMinimum{
				{Role: h.role("web"), Lists: [][]core.Quantity{{{Name: "fpgas", Amount: 1}}}},
			}}))
		},
		func(h *referred) {
			require.NoError(h.t, h.UpdateFramework(h.framework, core.FrameworkUpdate{MinAllocatable: &[]core.RoleMinimum{}}))
		},
	},
	"a minimum of two frameworks": {
		func(h *referred) {
			for _, id := range []string{"f", "g"} {
				h.framework = must(h.AddFramework(core.FrameworkInfo{ID: id, Roles: h.roles("web"), MinAllocatable: []core.RoleMinimum{
					{Role: h.role("web"), Lists: [][]core.Quantity{{{Name: "fpgas", Amount: 1}}}},
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
			h := &referred{host: newHost(t, core.Options{})}
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
	h := newHost(t, core.Options{MinAllocatable: [][]core.Quantity{{{Name: "mem", Amount: 1}}}})
	require.NoError(t, h.SetQuota(h.role("web"), core.Quota{Guarantees: []core.Quantity{{Name: "fpgas"}}}))
	require.False(t, h.knows("fpgas"))
	require.True(t, h.knows("mem"))
	require.NoError(t, h.Validate())
}

// Names come and go by the thousand while frameworks are offered what there is of
// them: rows stay short, and nothing of one is taken for another's.
func TestNamesComeAndGo(t *testing.T) {
	h := &referred{host: newHost(t, core.Options{NestedQuota: true})}
	h.addFramework()
	var last core.RoleID
	for i := range 3000 {
		name := fmt.Sprint("custom-", i)
		kind := must(h.InternKind(core.Kind{Name: name}))
		h.some = []core.Resource{core.ScalarOf(kind, 4000), core.ScalarOf(h.cpus, 4000)}
		last = h.role(fmt.Sprint("eng/", i%7))
		require.NoError(t, h.SetQuota(last, core.Quota{
			Guarantees: []core.Quantity{{Name: name, Amount: 1000}}, Limits: []core.Quantity{{Name: name, Amount: 2000}},
		}))
		h.addAgent()
		h.offer()
		index, _ := h.FindResourceName(name)
		require.Less(t, index, 40)
		require.Equal(t, name, must(h.NumberedResource(h.ResourceNumber(quantities.Name(index)))))
		if i%3 == 0 {
			require.NoError(t, h.TransitionOfferedToAllocated(h.agent, h.role("web"), h.cycle.ResourcesOf(&h.cycle.Offers[0])))
		}
		require.NoError(t, h.ReleaseKinds(kind))
		h.removeAgent()
		require.NoError(t, h.SetQuota(last, core.Quota{}))
		require.False(t, h.knows(name))
		if i%100 == 0 {
			x := must(h.Explain(h.framework, h.role("web")))
			for _, list := range [][]core.Quantity{x.History.Used, x.History.Unused, x.History.Last} {
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

// Names in a snapshot: which are known, which indices are vacant and how often each
// was used decide what the next ones get.
func TestNamesInSnapshots(t *testing.T) {
	h := newHost(t, core.Options{MinAllocatable: [][]core.Quantity{{{Name: "nothing"}, {Name: "mem", Amount: 1}}}})
	churn := func(a *core.Allocator, from, to int) (numbers []uint32) {
		for i := from; i < to; i++ {
			name := fmt.Sprint("custom-", i)
			kind := must(a.InternKind(core.Kind{Name: name}))
			index, _ := a.FindResourceName(name)
			numbers = append(numbers, a.ResourceNumber(quantities.Name(index)))
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
