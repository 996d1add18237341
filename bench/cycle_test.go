package bench

import (
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/tested"
)

// BenchmarkCycle is a full cycle: 50,000 offers to 1,000 frameworks. Its
// metric times-resort is what the same cycle takes, measured in the same run,
// when all shares are computed and sorted anew at each pick.
func BenchmarkCycle(b *testing.B) {
	const agents, frameworks = 50_000, 1_000
	resort := fastest(newCluster(tested.With(alloc.Options{}, tested.Options{Resort: true}), agents, frameworks), 2)
	w := newCluster(alloc.Options{}, agents, frameworks)
	fastest(w, 2)
	b.ReportAllocs()
	for b.Loop() {
		w.Tick()
		b.StopTimer()
		if len(w.Cycle.Offers) != agents {
			b.Fatalf("%d offers instead of %d", len(w.Cycle.Offers), agents)
		}
		w.Return(0)
		b.StartTimer()
	}
	perCycle := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	b.ReportMetric(perCycle/agents, "ns/offer")
	b.ReportMetric(float64(resort.Nanoseconds())/perCycle, "times-resort")
}

// fastest returns the shortest of n full cycles.
func fastest(w *World, n int) time.Duration {
	best := time.Duration(1<<63 - 1)
	for range n {
		since := time.Now()
		w.Tick()
		best = min(best, time.Since(since))
		w.Return(0)
	}
	return best
}
