package core_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// A cycle's report is the caller's: neither the next cycle nor another call
// changes it.
func TestReportIsTheCallers(t *testing.T) {
	h := newHost(t, alloc.Options{AgentOrder: alloc.OrderByID})
	guarantee := func(role string, cpus alloc.Amount) { // and no more
		t.Helper()
		both := []alloc.Quantity{{Name: "cpus", Amount: cpus * alloc.Unit}}
		require.NoError(t, h.SetQuota(h.role(role), alloc.Quota{Guarantees: both, Limits: both}))
	}
	guarantee("absent", 3)
	guarantee("web", 4)
	must(h.AddFramework(alloc.FrameworkInfo{ID: "f1", Roles: h.roles("web")}))
	must(h.AddFramework(alloc.FrameworkInfo{ID: "f2", Roles: h.roles("batch")}))
	for i := range 3 {
		must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: h.of(4, 0)}))
	}
	var first alloc.Cycle
	h.Allocate(0, &first)
	cpus := func(row quantities.Row) alloc.Amount { return row.At(0) / alloc.Unit }
	r := &first.Report
	require.True(t, r.Ran && r.HasQuota)
	require.Equal(t, []int{3, 3, 1}, []int{r.Candidates, r.Visited, r.HeldBackAgents})
	require.Equal(t, []alloc.Amount{7, 3, 12, 3, 3},
		[]alloc.Amount{cpus(r.RequiredBefore), cpus(r.RequiredAfter), cpus(r.AvailableBefore), cpus(r.AvailableAfter), cpus(r.HeldBack)})

	kept := *r
	for _, row := range []*quantities.Row{&kept.RequiredBefore, &kept.RequiredAfter, &kept.AvailableBefore, &kept.AvailableAfter, &kept.HeldBack} {
		*row = row.Clone()
	}
	var second alloc.Cycle
	guarantee("absent", 8)
	require.Equal(t, kept, first.Report)
	must(h.AddAgent(alloc.AgentInfo{ID: "a3", Total: h.of(2, 0)}))
	h.Allocate(0, &second)
	require.Equal(t, alloc.Amount(8), cpus(second.Report.RequiredBefore))
	require.NotEqual(t, kept, second.Report)
	require.Equal(t, kept, first.Report)
	h.Allocate(0, &second)
	require.False(t, second.Report.Ran)
	require.Equal(t, kept, first.Report)
}

// Ranging over a cycle gives each offer with its resources, and ends when the
// loop does.
func TestCycleAll(t *testing.T) {
	h := newHost(t, alloc.Options{})
	for range h.cycle.All() {
		t.Fatal("an offer of no cycle")
	}
	must(h.AddFramework(alloc.FrameworkInfo{ID: "f1", Capabilities: alloc.GPUResources, Roles: h.roles("web")}))
	for i := range 5 {
		must(h.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: h.of(1+alloc.Amount(i), alloc.Amount(i%2))}))
	}
	h.Allocate(0, &h.cycle)
	var offers []alloc.Offer
	for o, resources := range h.cycle.All() {
		offers = append(offers, o)
		require.Equal(t, h.cycle.ResourcesOf(&o), resources)
		require.Equal(t, must(h.AgentTotal(nil, o.Agent)), resources)
		// An append is not to the next offer's.
		_ = append(resources, alloc.Resource{})
	}
	require.Len(t, offers, 5)
	require.Equal(t, h.cycle.Offers, offers)

	var some []alloc.Offer
	for o := range h.cycle.All() {
		some = append(some, o)
		if len(some) == 2 {
			break
		}
	}
	require.Equal(t, offers[:2], some)
	yielded := 0
	h.cycle.All()(func(alloc.Offer, []alloc.Resource) bool { yielded++; return false })
	require.Equal(t, 1, yielded)
}
