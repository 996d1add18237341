package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/differential"
	"github.com/apportion/apportion/internal/report"
)

// What is timed.
const (
	ordinary = iota
	cycles
	kindsOfTimes
)

// record gathers what happens between two samples.
type record struct {
	times     [kindsOfTimes][]float64 // in nanoseconds
	counts    [kindsOfTimes]int
	before    differential.Counts // of the terms that are over
	failovers int
	checks    int
	filled    time.Duration
	samples   []sample
}

// most is how many times are kept for a sample; later ones replace some.
const most = 1 << 16

func (r *record) took(cycle bool, d time.Duration) {
	what := ordinary
	if cycle {
		what = cycles
	}
	if d == 0 {
		return // it only looks something up
	}
	if len(r.times[what]) < most {
		r.times[what] = append(r.times[what], 0)
	}
	r.times[what][r.counts[what]%most] = float64(d)
	r.counts[what]++
}

// memory is what the library's process has resident, or, of the core in this
// process, the heap.
func (c *cluster) memory() uint64 {
	if c.Runner != nil {
		return resident(c.Runner.Process())
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// resident reads /proc; 0 where there is none.
func resident(process int) uint64 {
	var size, pages uint64
	content, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", process))
	if _, err := fmt.Sscan(string(content), &size, &pages); err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// A sample is how things stand after some time.
type sample struct {
	elapsed     time.Duration
	seconds     int64  // of the cluster
	memory      uint64 // bytes
	running     int    // places where a framework has tasks
	calls       int    // so far
	offers      int    // so far
	failovers   int
	filled      time.Duration            // the latest failover: to fill the new allocator, here and back
	times       [kindsOfTimes][3]float64 // 50th, 99th and 100th percentile since the last sample; NaN if there were none
	utilisation float64                  // of CPUs
}

func (r *record) sample(elapsed time.Duration, c *cluster) {
	so := c.term.Counts
	so.Add(&r.before)
	s := sample{
		elapsed: elapsed, seconds: c.second(), memory: c.memory(), running: c.term.Accounts().Allocated.Len(),
		calls: so.Calls, offers: so.Offers, failovers: r.failovers, filled: r.filled,
	}
	var m core.Metrics
	c.term.Core().Metrics(&m)
	if cpus, ok := c.term.Core().FindResourceName(names[0]); ok && m.Total.At(cpus) > 0 {
		s.utilisation = float64(m.OfferedOrAllocated.At(cpus)) / float64(m.Total.At(cpus))
	}
	for what, times := range r.times {
		slices.Sort(times)
		for k, part := range []float64{0.5, 0.99, 1} {
			s.times[what][k] = report.Quantile(times, part)
		}
		r.times[what], r.counts[what] = times[:0], 0
	}
	r.samples = append(r.samples, s)
}

func (r *record) latest() sample { return r.samples[len(r.samples)-1] }

func (s sample) String() string {
	return fmt.Sprintf("%v: second %d, %d calls, %d offers, tasks at %d places, %d failovers, memory %.0f MB, calls p99 %.1f us, cycles p50 %.2f ms p99 %.2f ms",
		s.elapsed.Round(time.Second), s.seconds, s.calls, s.offers, s.running, s.failovers, megabytes(s),
		s.times[ordinary][1]/1e3, s.times[cycles][0]/1e6, s.times[cycles][1]/1e6)
}

func megabytes(s sample) float64 { return float64(s.memory) / (1 << 20) }
