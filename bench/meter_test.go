package bench

import (
	"context"
	"runtime/pprof"
	"syscall"
	"testing"
	"time"
)

// meter is a benchmark's timer that also counts the processor's time, on a machine that others
// use too the steadier figure.
type meter struct {
	b       *testing.B
	cpu     time.Duration
	since   time.Duration
	stopped bool
}

// start begins to measure; the loop comes next.
func start(b *testing.B) *meter {
	m := &meter{b: b}
	m.begin()
	return m
}

// measured labels what a profile samples while a meter runs: `make profile` takes nothing else.
var measured = pprof.WithLabels(context.Background(), pprof.Labels("measured", "yes"))

func (m *meter) begin() {
	pprof.SetGoroutineLabels(measured)
	m.since = processorTime()
}

// pause adds what was used since begin.
func (m *meter) pause() {
	m.cpu += processorTime() - m.since
	m.stopped = true
	pprof.SetGoroutineLabels(context.Background())
}

// stop excludes what follows, until again.
func (m *meter) stop() {
	m.b.StopTimer()
	m.pause()
}

func (m *meter) again() {
	m.stopped = false
	m.begin()
	m.b.StartTimer()
}

// leastProcessorTime is what a benchmark has to take for the figure to say
// anything: the collector may still be busy with what was set up.
const leastProcessorTime = 20 * time.Millisecond

// end reports what an operation took of the processor; the loop is over.
func (m *meter) end() {
	if !m.stopped {
		m.pause()
	}
	if m.cpu < leastProcessorTime {
		return
	}
	m.b.ReportMetric(float64(m.cpu.Nanoseconds())/float64(m.b.N), "cpu-ns/op")
}

// endPer is end that also reports the time of an operation's single parts.
func (m *meter) endPer(parts int, unit string) {
	m.end()
	m.b.ReportMetric(float64(m.b.Elapsed().Nanoseconds())/float64(m.b.N)/float64(parts), "ns/"+unit)
}

// processorTime is what the process has used so far, on all processors.
func processorTime() time.Duration {
	var u syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
