package bench

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/apportion/apportion/core"
)

// BenchmarkDigestedOffers reports what a digest adds to a cycle that offers 50,000 agents,
// made while offers are written, and made of all of them afterwards: a multiple of the
// cycle without one. The three take turns, and what is compared is what a tenth of the turns
// of each stayed below, of the thread's time.
func BenchmarkDigestedOffers(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w := settle(newCluster(core.Options{}, 50_000, 1_000))
	var sum uint64
	sorts := [3]func(){
		func() { w.Allocate(w.Now, &w.Cycle) },
		func() { sum = w.AllocateDigested(w.Now, &w.Cycle) },
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
				check(w.RecoverResources(core.RecoverRequest{Now: w.Now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources}))
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
