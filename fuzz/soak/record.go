package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/lane"
)

// What is timed.
const (
	ordinary = iota
	cycles
	kindsOfTimes
)

// record gathers what happens between two samples.
type record struct {
	times     [kindsOfTimes][]time.Duration
	counts    [kindsOfTimes]int
	before    lane.Counts // of the terms that are over
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
	if r.counts[what]++; len(r.times[what]) < most {
		r.times[what] = append(r.times[what], d)
		return
	}
	r.times[what][r.counts[what]%most] = d
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
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", process))
	if err == nil {
		_, err = fmt.Sscan(string(content), &size, &pages)
	}
	if err != nil {
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
	filled      time.Duration                  // the latest failover: to fill the new allocator, here and back
	times       [kindsOfTimes][3]time.Duration // 50th, 99th and 100th percentile since the last sample
	utilisation float64                        // of CPUs
}

func (r *record) sample(elapsed time.Duration, c *cluster) sample {
	so := c.term.Counts
	so.Add(&r.before)
	s := sample{
		elapsed: elapsed, seconds: c.second(), memory: c.memory(), running: c.term.Book().Allocated.Len(),
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
			if n := len(times); n > 0 {
				s.times[what][k] = times[min(n-1, int(part*float64(n)))]
			}
		}
		r.times[what] = times[:0]
	}
	r.samples = append(r.samples, s)
	return s
}

func (r *record) latest() sample { return r.samples[len(r.samples)-1] }

func (s sample) String() string {
	return fmt.Sprintf("%v: second %d, %d calls, %d offers, tasks at %d places, %d failovers, memory %d MB, calls p99 %v, cycles p50 %v p99 %v",
		s.elapsed.Round(time.Second), s.seconds, s.calls, s.offers, s.running, s.failovers, s.memory>>20,
		s.times[ordinary][1], s.times[cycles][0], s.times[cycles][1])
}

// breath is how far a process's memory goes up and down between two collections
// of a small heap, in MB.
const breath = 32

// drift compares the second quarter of a run with the last one: by then, whatever
// grows with time has grown. The error says that memory did.
func (r *record) drift() (string, error) {
	n := len(r.samples)
	if n < 40 {
		return "too few samples to tell whether anything drifts", nil
	}
	early, late := r.samples[n/4:n/2], r.samples[3*n/4:]
	memory := func(s sample) float64 { return float64(s.memory) / (1 << 20) }
	cycle := func(s sample) float64 { return float64(s.times[cycles][0]) / float64(time.Millisecond) }
	call := func(s sample) float64 { return float64(s.times[ordinary][1]) / float64(time.Microsecond) }
	text := fmt.Sprintf("second quarter and last: memory %.0f MB and %.0f MB, cycles p50 %.2f ms and %.2f ms, calls p99 %.1f us and %.1f us",
		median(early, memory), median(late, memory), median(early, cycle), median(late, cycle), median(early, call), median(late, call))
	if median(late, memory) > 1.25*median(early, memory)+breath {
		return text, errors.New("memory grows: " + text)
	}
	return text, nil
}

func median(list []sample, of func(sample) float64) float64 {
	var all []float64
	for _, s := range list {
		all = append(all, of(s))
	}
	slices.Sort(all)
	return all[len(all)/2]
}
