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

// TestALargeClusterIsDrawnAsFarAsItIsSeen: with 50,000 agents, 1,000 frameworks and 6,000
// roles there are few rows, and the page keeps within 50 MB.
func TestALargeClusterIsDrawnAsFarAsItIsSeen(t *testing.T) {
	x := newTab(t)
	a := must(core.New(core.Options{Interval: time.Second}))
	cpus, mem := must(a.InternKind(core.Kind{Name: "cpus"})), must(a.InternKind(core.Kind{Name: "mem"}))
	for i := range 50000 {
		must(a.AddAgent(core.AgentInfo{ID: fmt.Sprint("agent-", i), Total: []core.Resource{core.ScalarOf(cpus, 8000), core.ScalarOf(mem, 64000)}}))
	}
	for i := range 1000 {
		var roles []core.RoleID
		for k := range 6 {
			roles = append(roles, must(a.InternRole(fmt.Sprintf("org-%d/team-%d/job-%d", i%20, i, k))))
		}
		must(a.AddFramework(core.FrameworkInfo{ID: fmt.Sprint("framework-", i), Roles: roles[:6], Capabilities: core.MultiRole}))
	}
	var mu sync.Mutex
	var cycle core.Cycle
	a.Allocate(0, &cycle)
	require.Len(t, cycle.Offers, 50000)
	x.size(1400, 900, "light")
	x.serve(&Live{Feed: live.NewFeed(live.Options{}), Read: func(f func(*core.Allocator)) error {
		mu.Lock()
		defer mu.Unlock()
		f(a)
		return nil
	}})
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
