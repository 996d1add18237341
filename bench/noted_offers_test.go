//go:build switched

package bench

import (
	"runtime"
	"testing"
	"time"

	"github.com/apportion/apportion/core"
)

// BenchmarkNotedOffers compares cycles that note what Explain tells of offers with such
// that do not, in one process and on one cluster, in threes of blocks: with, without and
// with it again, then without, with and without. Each block is four cycles, of which the
// first is left out and the fastest of the others counts. The metric ratio is with
// against without, control one with against the other with, both at the median.
func BenchmarkNotedOffers(b *testing.B) {
	for _, l := range []struct {
		name string
		make func() *World
	}{
		{"quota", func() *World { return newGuaranteedCluster(core.Options{}, quotaRoles) }},
		{"full_1k", func() *World { return newCluster(core.Options{}, 50_000, 1_000) }},
		{"full_6k", func() *World { return newCluster(core.Options{}, 50_000, 6_000) }},
		{"full_1k_used", func() *World { return newUsedCluster(core.Options{}, 50_000, 1_000) }},
	} {
		b.Run(l.name, func(b *testing.B) { compareNoted(b, settle(l.make())) })
	}
}

func compareNoted(b *testing.B, w *World) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer core.NoteOffers(true)
	var ratios, controls []float64
	var with []float64
	for on := true; b.Loop(); on = !on {
		x, y, z := block(w, on), block(w, !on), block(w, on)
		ratio := (x + z) / 2 / y
		if !on {
			ratio = 1 / ratio
		}
		ratios, controls = append(ratios, ratio), append(controls, x/z)
		if on {
			with = append(with, x)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(with), "with-ns")
	b.ReportMetric(median(ratios), "ratio")
	b.ReportMetric(median(controls), "control")
}

// block runs four cycles and returns the time of the thread that the fastest took.
func block(w *World, noted bool) float64 {
	core.NoteOffers(noted)
	var fastest time.Duration
	for i := range 4 {
		took := threadTimeOf(w.Tick)
		w.Return(0)
		if i == 1 || i > 1 && took < fastest {
			fastest = took
		}
	}
	return float64(fastest)
}
