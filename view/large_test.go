package view

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/view/live"
)

// largeCluster is one of 50,000 agents, 1,000 frameworks and 6,000 roles, all of it offered.
type largeCluster struct {
	mu sync.Mutex
	*core.Allocator
	now   core.Time
	cycle core.Cycle
}

func newLargeCluster(t testing.TB) *largeCluster {
	c := &largeCluster{Allocator: must(core.New(core.Options{Interval: time.Second}))}
	cpus, mem := must(c.InternKind(core.Kind{Name: "cpus"})), must(c.InternKind(core.Kind{Name: "mem"}))
	for i := range 50000 {
		must(c.AddAgent(core.AgentInfo{ID: fmt.Sprint("agent-", i), Total: []core.Resource{core.ScalarOf(cpus, 8000), core.ScalarOf(mem, 64000)}}))
	}
	for i := range 1000 {
		var roles []core.RoleID
		for k := range 6 {
			roles = append(roles, must(c.InternRole(fmt.Sprintf("org-%d/team-%d/job-%d", i%20, i, k))))
		}
		must(c.AddFramework(core.FrameworkInfo{ID: fmt.Sprint("framework-", i), Roles: roles, Capabilities: core.MultiRole}))
	}
	c.Allocate(c.now, &c.cycle)
	require.Len(t, c.cycle.Offers, 50000)
	return c
}

func (c *largeCluster) source() Source {
	return &Live{Feed: live.NewFeed(live.Options{}), Read: func(f func(*core.Allocator)) error {
		c.mu.Lock()
		defer c.mu.Unlock()
		f(c.Allocator)
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
	t.Logf("%.0f MB of heap", eval[float64](x, `performance.memory.usedJSHeapSize`)/1e6)
	require.Less(t, eval[float64](x, `performance.memory.usedJSHeapSize`), 50e6)
	x.fine()
}
