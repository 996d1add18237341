package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

// What is timed.
const (
	calls = iota
	cycles
	kindsOfTimes
)

// record gathers what happens between two samples.
type record struct {
	times     [kindsOfTimes][]time.Duration
	counts    [kindsOfTimes]int
	offers    int
	failovers int
	samples   []sample
}

// most is how many times are kept for a sample; later ones replace some.
const most = 1 << 16

func (r *record) took(what int, d time.Duration) {
	if r.counts[what]++; len(r.times[what]) < most {
		r.times[what] = append(r.times[what], d)
		return
	}
	r.times[what][r.counts[what]%most] = d
}

// A sample is how things stand after some time.
type sample struct {
	elapsed     time.Duration
	seconds     int64 // of the cluster
	heap        uint64
	tasks       int
	calls       int // so far
	offers      int // so far
	failovers   int
	times       [kindsOfTimes][3]time.Duration // 50th, 99th and 100th percentile since the last sample
	utilisation float64                        // of CPUs
}

func (r *record) sample(elapsed time.Duration, c *cluster) sample {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	s := sample{
		elapsed: elapsed, seconds: c.now / second, heap: m.HeapAlloc, tasks: c.tasks,
		calls: r.counts[calls], offers: r.offers, failovers: r.failovers,
	}
	total := int64(0)
	for i := range c.agents {
		if c.agents[i].up {
			total += c.agents[i].total[0]
		}
	}
	if total > 0 {
		s.utilisation = float64(c.used[0]) / float64(total)
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

func (s sample) String() string {
	return fmt.Sprintf("%v: second %d, %d calls, %d offers, %d tasks, %d failovers, heap %d MB, calls p99 %v, cycles p50 %v p99 %v",
		s.elapsed.Round(time.Second), s.seconds, s.calls, s.offers, s.tasks, s.failovers, s.heap>>20,
		s.times[calls][1], s.times[cycles][0], s.times[cycles][1])
}

// An inspector is a target that can say how it stands.
type inspector interface {
	Validate() error
	Metrics(*core.Metrics)
	ResourceNames() int
	ResourceName(i int) (string, error)
}

// indexOf is the index of a resource name in an allocator's rows.
func indexOf(a inspector, name string) (quantities.Name, error) {
	for i := range a.ResourceNames() {
		if n, err := a.ResourceName(i); err != nil || n == name {
			return quantities.Name(i), err
		}
	}
	return 0, fmt.Errorf("no resource %q", name)
}

// check compares what the allocator accounts for with what the cluster knows.
func (c *cluster) check() error {
	a, ok := c.allocator.(inspector)
	if !ok {
		return nil
	}
	if err := a.Validate(); err != nil {
		return err
	}
	var m core.Metrics
	a.Metrics(&m)
	var total amounts
	live := 0
	for i := range c.agents {
		if c.agents[i].up {
			total.add(c.agents[i].total, 1)
			live++
		}
	}
	if m.Agents != live {
		return fmt.Errorf("%d agents instead of %d", m.Agents, live)
	}
	for k, name := range names {
		n, err := indexOf(a, name)
		if err != nil {
			return err
		}
		if has := int64(m.OfferedOrAllocated.At(n)); has != c.used[k] {
			return fmt.Errorf("%s: %d thousandths offered or allocated instead of %d", name, has, c.used[k])
		}
		if has := int64(m.Total.At(n)); has != total[k] {
			return fmt.Errorf("%s: %d thousandths in total instead of %d", name, has, total[k])
		}
	}
	return nil
}
