package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/differential"
	"github.com/apportion/apportion/report"
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
	medians := func(of func(sample) float64) (early, late float64) {
		return median(r.samples[n/4:n/2], of), median(r.samples[3*n/4:], of)
	}
	before, memory := medians(megabytes)
	cyclesBefore, cycle := medians(func(s sample) float64 { return s.times[cycles][0] / 1e6 })
	callsBefore, call := medians(func(s sample) float64 { return s.times[ordinary][1] / 1e3 })
	text := fmt.Sprintf("second quarter and last: memory %.0f MB and %.0f MB, cycles p50 %.2f ms and %.2f ms, calls p99 %.1f us and %.1f us",
		before, memory, cyclesBefore, cycle, callsBefore, call)
	if memory > 1.25*before+breath {
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
	return report.Quantile(all, 0.5)
}

// A line is one curve of a plot.
type line struct {
	name string
	at   func(sample) float64
}

// plots shows how the samples develop, failovers marked in all plots.
func plots(list []sample) *report.Page {
	p := &report.Page{Title: "Apportion: soak", Facts: []report.Fact{{Name: "samples", Value: report.Count(len(list))}}}
	if len(list) > 0 {
		p.Facts = append(p.Facts, report.Fact{Name: "latest", Value: fmt.Sprint(list[len(list)-1])})
	}
	latency := report.Axis{Label: "latency", Unit: report.Nanos}
	percentile := func(name string, what, k int) line {
		return line{name, func(s sample) float64 { return s.times[what][k] }}
	}
	charts := []report.Chart{
		plot(list, "Memory", report.Axis{Label: "of the allocator's process", Unit: "MB"}, line{"", megabytes}),
		plot(list, "Cycles", latency, percentile("max", cycles, 2), percentile("p99", cycles, 1), percentile("p50", cycles, 0)),
		plot(list, "Other calls", latency, percentile("p99", ordinary, 1), percentile("p50", ordinary, 0)),
		plot(list, "Calls and offers so far", report.Axis{},
			line{"calls", func(s sample) float64 { return float64(s.calls) }}, line{"offers", func(s sample) float64 { return float64(s.offers) }}),
		plot(list, "Tasks", report.Axis{Label: "places where a framework has some"}, line{"", func(s sample) float64 { return float64(s.running) }}),
		plot(list, "CPUs in use", report.Axis{Label: "of those there", Unit: "%"}, line{"", func(s sample) float64 { return 100 * s.utilisation }}),
		plot(list, "Failovers so far", report.Axis{}, line{"", func(s sample) float64 { return float64(s.failovers) }}),
		plot(list, "To fill the allocator of a new master", report.Axis{Label: "the latest time", Unit: report.Nanos}, line{"", func(s sample) float64 {
			if s.filled == 0 {
				return math.NaN() // there was none
			}
			return float64(s.filled)
		}}),
	}
	for i := range charts {
		charts[i].Clip = charts[i].Y == latency
	}
	p.Sections = []report.Section{{Charts: charts}}
	return p
}

func plot(list []sample, title string, y report.Axis, lines ...line) report.Chart {
	c := report.Chart{Title: title, X: report.Axis{Label: "real time", Unit: report.Seconds}, Y: y}
	for _, l := range lines {
		drawn := report.Series{Name: l.name}
		for _, s := range list {
			drawn.X, drawn.Y = append(drawn.X, s.elapsed.Seconds()), append(drawn.Y, l.at(s))
		}
		c.Series = append(c.Series, drawn)
	}
	for i := 1; i < len(list); i++ {
		if list[i].failovers > list[i-1].failovers {
			c.Marks = append(c.Marks, report.Mark{Name: "failover", X: list[i].elapsed.Seconds()})
		}
	}
	return c
}
