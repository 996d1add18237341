package bench

import (
	"testing"
	"time"
)

// phases splits an operation into the parts whose times Mesos's benchmarks
// print. Each becomes a metric, in nanoseconds an operation.
type phases struct {
	*meter
	parts []phase
}

type phase struct {
	name  string
	total time.Duration
}

func startPhases(b *testing.B) *phases { return &phases{meter: start(b)} }

// time runs f and counts what it takes as a part of that name.
func (p *phases) time(name string, f func()) {
	begin := time.Now()
	f()
	p.add(name, time.Since(begin))
}

func (p *phases) add(name string, d time.Duration) {
	for i := range p.parts {
		if p.parts[i].name == name {
			p.parts[i].total += d
			return
		}
	}
	p.parts = append(p.parts, phase{name, d})
}

// report ends the measurement.
func (p *phases) report() {
	p.end()
	for _, x := range p.parts {
		p.b.ReportMetric(float64(x.total.Nanoseconds())/float64(p.b.N), x.name+"-ns")
	}
}
