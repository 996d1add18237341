package journal

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// BenchmarkRecorded measures what recording adds to a call, and to a cycle of 50,000
// offers, beside the same without it.
func BenchmarkRecorded(b *testing.B) {
	for _, on := range []bool{false, true} {
		name := map[bool]string{false: "off", true: "on"}[on]
		b.Run("call/"+name, func(b *testing.B) {
			w := benchWorld(b, on, 1)
			w.Allocate(0, &w.cycle)
			o := w.cycle.Offers[0]
			resources := w.cycle.ResourcesOf(&o)
			b.ReportAllocs()
			for b.Loop() {
				_ = w.TransitionOfferedToAllocated(o.Agent, o.Role, resources)
			}
		})
		b.Run("cycle/"+name, func(b *testing.B) {
			w := benchWorld(b, on, 50_000)
			for b.Loop() {
				w.RequestAllocation()
				w.Allocate(w.Now(), &w.cycle)
				b.StopTimer()
				require.Len(b, w.cycle.Offers, 50_000)
				for _, o := range w.cycle.Offers {
					_ = w.Allocator.Allocator.RecoverResources(core.RecoverRequest{Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: w.cycle.ResourcesOf(&o)})
				}
				b.StartTimer()
			}
		})
	}
}

func benchWorld(b *testing.B, on bool, agents int) *world {
	o := Options{}
	if on {
		o.Dir = b.TempDir()
	}
	w := newWorld(b, o)
	mem, err := w.InternKind(core.Kind{Name: "mem"})
	require.NoError(b, err)
	for i := range agents {
		_, err := w.AddAgent(core.AgentInfo{ID: "a" + strconv.Itoa(i), Total: []core.Resource{core.ScalarOf(w.cpus, 8000), core.ScalarOf(mem, 64_000_000)}})
		require.NoError(b, err)
	}
	b.Cleanup(func() { require.NoError(b, w.StopRecording()) })
	return w
}
