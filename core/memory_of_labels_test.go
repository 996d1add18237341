package core

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestMemoryOfLabels: labels take memory by their length, once, however often their
// kind is named, and the longest ever named take none when others are.
func TestMemoryOfLabels(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	labelled := func(name string, labels int) alloc.Kind {
		k := alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: "r"}}}
		for i := range labels {
			value := strings.Repeat("v", 1<<20)
			k.Reservations[0].Labels = append(k.Reservations[0].Labels, alloc.Label{Key: fmt.Sprint(name, i), Value: &value})
		}
		return k
	}
	used := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	const megabytes = 8
	before := used()
	id := need(a.InternKind(labelled("k", megabytes)))(t)
	for range 10 {
		require.Equal(t, id, need(a.InternKind(labelled("k", megabytes)))(t))
	}
	role := need(a.InternRole("r"))(t)
	need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(id, 1)}}))(t)
	need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}}))(t)
	need(a.InternKind(labelled("small", 0)))(t)
	require.InDelta(t, 2*megabytes<<20, used()-before, megabytes<<19, "the description and what it is found by")
	runtime.KeepAlive(a)
}
