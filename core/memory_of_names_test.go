package core

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/rows"
	"github.com/stretchr/testify/require"
)

// TestMemoryOfNames has as many names of resources as there can be, a few of them on
// each agent, and hundreds of frameworks and roles: memory goes with what is held, and
// not with names times whoever could hold them, which would be hundreds of megabytes.
func TestMemoryOfNames(t *testing.T) {
	if Checking {
		t.Skip("each call would look at all of them")
	}
	used := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	const clients, agents, onEach = 500, 400, 8
	a := need(New(alloc.Options{}))(t)
	kinds := make([]alloc.KindID, rows.MaxNames)
	for i := range kinds {
		kinds[i] = need(a.InternKind(alloc.Kind{Name: fmt.Sprint("r", i)}))(t)
	}
	before := used()
	for i := range clients {
		role := need(a.InternRole(fmt.Sprint("role", i)))(t)
		need(a.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("f", i), Roles: []alloc.RoleID{role}}))(t)
	}
	for i := range agents {
		total := make([]alloc.Resource, onEach)
		for j := range total {
			total[j] = alloc.ScalarOf(kinds[(i*onEach+j)*19%len(kinds)], 1000)
		}
		need(a.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("a", i), Total: total}))(t)
	}
	var cycle alloc.Cycle
	a.Allocate(0, &cycle)
	require.Len(t, cycle.Offers, agents)
	require.Less(t, used()-before, int64(8<<20))
	runtime.KeepAlive(a)
}
