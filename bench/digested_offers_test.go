package bench

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/hooks"
)

// BenchmarkDigestedOffers reports the cost of a cycle that offers 50,000 agents, over one
// without a digest: with the digest made while offers are written, and made afterwards. The
// three take turns; each counts by the tenth percentile of its thread time.
func BenchmarkDigestedOffers(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w := settle(newCluster(alloc.Options{}, 50_000, 1_000))
	var sum uint64
	sorts := [3]func(){
		func() { w.Allocate(w.Now, &w.Cycle) },
		func() { sum = hooks.AllocateDigested(w.Allocator, w.Now, &w.Cycle) },
		func() {
			w.Allocate(w.Now, &w.Cycle)
			sum = w.Cycle.Digest()
		},
	}
	var took [len(sorts)][]time.Duration
	for turn := 0; b.Loop(); turn++ {
		for i := range sorts {
			i = (i + turn) % len(sorts)
			w.Now = w.Now.Add(Interval)
			w.Advance(w.Now)
			took[i] = append(took[i], threadTimeOf(sorts[i]))
			offers(b, w, 50_000)
			if i > 0 && sum != w.Cycle.Digest() {
				b.Fatal("another digest")
			}
			for o, resources := range w.Cycle.All() {
				check(w.RecoverResources(alloc.RecoverRequest{Now: w.Now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources}))
			}
		}
	}
	tenth := func(list []time.Duration) float64 {
		slices.Sort(list)
		return float64(list[len(list)/10])
	}
	alone := tenth(took[0])
	b.ReportMetric(alone/1e6, "alone-ms")
	b.ReportMetric(tenth(took[1])/alone, "along-ratio")
	b.ReportMetric(tenth(took[2])/alone, "afterwards-ratio")
}
