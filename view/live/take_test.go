package live

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// newLarge returns a cluster of so many agents, and a fiftieth as many frameworks, each in a
// role of its own; all is offered.
func newLarge(t testing.TB, agents int) *core.Allocator {
	a, err := core.New(alloc.Options{Interval: time.Second})
	require.NoError(t, err)
	cpus, err := a.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	mem, err := a.InternKind(alloc.Kind{Name: "mem"})
	require.NoError(t, err)
	for i := range agents {
		_, err := a.AddAgent(alloc.AgentInfo{ID: fmt.Sprint("agent-", i), Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000), alloc.ScalarOf(mem, 64000)}})
		require.NoError(t, err)
	}
	for i := range agents / 50 {
		role, err := a.InternRole(fmt.Sprintf("org-%d/team-%d", i%40, i))
		require.NoError(t, err)
		_, err = a.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprint("framework-", i), Roles: []alloc.RoleID{role}, Capabilities: alloc.MultiRole})
		require.NoError(t, err)
	}
	var cycle alloc.Cycle
	a.Allocate(0, &cycle)
	require.Len(t, cycle.Offers, agents)
	return a
}

// What has been taken once is taken again without memory that grows with the agents.
func TestTakingReusesItsMemory(t *testing.T) {
	few, many := newLarge(t, 100), newLarge(t, 1600)
	bytes := func(a *core.Allocator) float64 {
		var x Raw
		x.Take(&a.View)
		return testing.AllocsPerRun(10, func() { x.Take(&a.View) })
	}
	require.LessOrEqual(t, bytes(many), bytes(few)+40, "names of frameworks are looked up anew")
}

func BenchmarkTake(b *testing.B) {
	a := newLarge(b, 50000)
	var x Raw
	x.Take(&a.View)
	for b.Loop() {
		x.Take(&a.View)
	}
}

func BenchmarkState(b *testing.B) {
	var x Raw
	x.Take(&newLarge(b, 50000).View)
	for b.Loop() {
		x.State()
	}
}

func BenchmarkShow(b *testing.B) {
	f := NewFeed(Options{})
	var x Raw
	x.Take(&newLarge(b, 50000).View)
	s := x.State()
	for b.Loop() {
		f.show(s)
	}
}
