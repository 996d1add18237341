//go:build switched

package bench

import (
	"runtime"
	"testing"
	"time"

	"github.com/apportion/apportion/core"
)

// BenchmarkNotedOffers compares cycles that note offers for Explain (A) with cycles that do
// not (B), on one cluster, in blocks A B A and then B A B. A block is the fastest of four
// cycles but the first. ratio is the median of A/B, control that of A/A and B/B.
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
