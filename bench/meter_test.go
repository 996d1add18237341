package bench

import (
	"syscall"
	"testing"
	"time"
)

// meter is a benchmark's timer that also counts the processor's time. On a
// machine that others use too that is the steadier figure.
type meter struct {
	b       *testing.B
	cpu     time.Duration
	since   time.Duration
	stopped bool
}

// start begins to measure; the loop comes next.
func start(b *testing.B) *meter { return &meter{b: b, since: processorTime()} }

// stop excludes what follows, until again.
func (m *meter) stop() {
	m.b.StopTimer()
	m.cpu += processorTime() - m.since
	m.stopped = true
}

func (m *meter) again() {
	m.stopped = false
	m.since = processorTime()
	m.b.StartTimer()
}

// leastProcessorTime is what a benchmark has to take for the figure to say
// anything: the collector may still be busy with what was set up.
const leastProcessorTime = 20 * time.Millisecond

// end reports the processor's time of an operation; the loop is over.
func (m *meter) end() {
	if !m.stopped {
		m.cpu += processorTime() - m.since
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
