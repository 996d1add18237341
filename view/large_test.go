package view

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/view/live"
)

// largeCluster is one of 50,000 agents, 1,000 frameworks and 6,000 roles, all of it offered.
type largeCluster struct {
	mu sync.Mutex
	*core.Allocator
	now   alloc.Time
	cycle alloc.Cycle
}

func newLargeCluster(t testing.TB) *largeCluster {
	c := &largeCluster{Allocator: must(core.New(alloc.Options{Interval: time.Second}))}
	cpus, mem := must(c.InternKind(alloc.Kind{Name: "cpus"})), must(c.InternKind(alloc.Kind{Name: "mem"}))
	for i := range 50000 {
		must(c.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("agent-", i), Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000), alloc.ScalarOf(mem, 64000)}}))
	}
	for i := range 1000 {
		var roles []alloc.RoleID
		for k := range 6 {
			roles = append(roles, must(c.InternRole(fmt.Sprintf("org-%d/team-%d/job-%d", i%20, i, k))))
		}
		must(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("framework-", i), Roles: roles, Capabilities: alloc.MultiRole}))
	}
	c.Allocate(c.now, &c.cycle)
	require.Len(t, c.cycle.Offers, 50000)
	return c
}

// lend has a role without frameworks lend the CPUs of so many agents, which are used from then on;
// the memory of these, and all of the others, is offered on.
func (c *largeCluster) lend(t testing.TB, agents int) {
	if agents == 0 {
		return
	}
	lender := must(c.InternRole("lender"))
	cpus := alloc.Quantity{Name: "cpus", Amount: alloc.Amount(agents) * 8000}
	require.NoError(t, c.SetQuota(lender, alloc.Quota{Guarantees: []alloc.Quantity{cpus}}))
	revocable := must(c.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	require.NoError(t, c.SetLending(alloc.Lending{Role: lender, Guarantee: true, Most: []alloc.Resource{alloc.ScalarOf(revocable, cpus.Amount)}}))
	for i := range 10 {
		role := must(c.InternRole(fmt.Sprint("borrowers/", i)))
		must(c.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("borrower-", i), Roles: []alloc.RoleID{role}, Capabilities: alloc.MultiRole | alloc.RevocableResources}))
	}
	for round := 0; len(c.Loans(nil)) < agents; round++ {
		require.Less(t, round, 20, "only %d loans", len(c.Loans(nil)))
		c.giveBackAllBut(t, revocable)
		c.now += alloc.Time(time.Second)
		c.Advance(c.now)
		c.RequestAllocation()
		c.Allocate(c.now, &c.cycle)
	}
	c.giveBackAllBut(t, revocable)
	c.cycle.Offers = c.cycle.Offers[:0]
}

// giveBackAllBut returns what the last cycle offered, but for one kind.
func (c *largeCluster) giveBackAllBut(t testing.TB, kind alloc.KindID) {
	for _, o := range c.cycle.Offers {
		rest := slices.DeleteFunc(slices.Clone(c.cycle.ResourcesOf(&o)), func(r alloc.Resource) bool { return r.Kind == kind })
		if len(rest) > 0 {
			require.NoError(t, c.RecoverResources(alloc.RecoverRequest{Now: c.now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: rest}))
		}
	}
}

func (c *largeCluster) source() Source {
	return &Live{Feed: live.NewFeed(live.Options{}), Read: func(f func(*core.View)) error {
		c.mu.Lock()
		defer c.mu.Unlock()
		f(&c.Allocator.View)
		return nil
	}}
}

// TestALargeClusterIsDrawnAsFarAsItIsSeen: with 50,000 agents, 1,000 frameworks and 6,000
// roles there are few rows, and the page keeps within 50 MB.
func TestALargeClusterIsDrawnAsFarAsItIsSeen(t *testing.T) {
	x := newTab(t)
	c := newLargeCluster(t)
	x.size(1400, 900, "light")
	x.serve(c.source())
	x.click("#unfold")
	x.until(`document.querySelector("#role-list .row").getAttribute("aria-setsize") === "7020"`)
	require.Contains(t, x.text("#legend"), "50,000 agents")
	eval[bool](x, `(document.querySelector("#role-list .scroll").focus(), true)`)
	x.keys(kb.End)
	x.until(`document.querySelector('.role-row.current[aria-posinset="7020"]')`)
	require.Less(t, eval[float64](x, `document.querySelectorAll(".row").length`), 120.0)
	eval[bool](x, `dispatchEvent(new Event("beforeprint"))`)
	require.Equal(t, 1000.0, eval[float64](x, `[...document.querySelectorAll(".row")].filter((e) => !e.hidden).length`), "of each list the first are printed")
	eval[bool](x, `dispatchEvent(new Event("afterprint"))`)
	t.Logf("%.0f MB of heap", eval[float64](x, `performance.memory.usedJSHeapSize`)/1e6)
	require.Less(t, eval[float64](x, `performance.memory.usedJSHeapSize`), 50e6)
	x.fine()
}
