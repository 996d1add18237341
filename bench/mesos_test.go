package bench

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// matrix makes BenchmarkMesos run all of Mesos's sizes, which takes hours,
// instead of a few of them.
var matrix = flag.Bool("matrix", false, "run the scenarios after Mesos's benchmarks in all of their sizes")

// size is how large a scenario is.
type size struct{ agents, frameworks int }

// mesosSizes are those of Mesos's benchmarks whose agents and frameworks make
// up so many pairs at most; 0 for no bound.
func mesosSizes(pairs int) []size {
	all := []size{{1_000, 200}, {5_000, 200}, {10_000, 1_000}, {50_000, 1_000}, {50_000, 6_000}}
	if *matrix {
		all, pairs = nil, 0
		for _, agents := range []int{1_000, 5_000, 10_000, 20_000, 30_000, 50_000} {
			for _, frameworks := range []int{1, 50, 100, 200, 500, 1_000, 3_000, 6_000} {
				all = append(all, size{agents, frameworks})
			}
		}
	}
	var list []size
	for _, s := range all {
		if pairs == 0 || s.agents*s.frameworks <= pairs {
			list = append(list, s)
		}
	}
	return list
}

// BenchmarkMesos runs scenarios after Mesos's own benchmarks
// (hierarchical_allocator_tests.cpp, hierarchical_allocator_benchmarks.cpp):
// the same resources, counts and steps. One operation is a whole scenario on
// a new cluster; the metrics are the parts of which Mesos prints the times.
//
// Where Mesos waits for a burst of calls to be processed, one cycle follows
// here: Mesos's allocator, too, lets one cycle serve the calls that have come
// in.
func BenchmarkMesos(b *testing.B) {
	// Pairs, all of which come to have a filter, or are looked at in each cycle
	// because a shared volume alone is free and not worth an offer.
	const declinable, lookedAt = 1_000_000, 1_000_000
	bySize(b, "AddAndUpdateSlave", mesosSizes(0), addAndUpdateSlave)
	bySize(b, "DeclineOffers", mesosSizes(declinable), declineOffers)
	bySize(b, "ResourceLabels", mesosSizes(declinable), resourceLabels)
	volumes := func(s sharedness, sizes []size) {
		bySize(b, "PersistentVolumes/sharedness="+s.String(), sizes, func(p *phases, x size) { persistentVolumes(p, x, s) })
	}
	volumes(regular, mesosSizes(0))
	volumes(shared, mesosSizes(lookedAt))
	volumes(mixed, mesosSizes(lookedAt))
	bySize(b, "SuppressOffers", mesosSizes(0), suppressOffers)
	bySize(b, "ExtremeSuppressOffers", mesosSizes(0), extremeSuppressOffers)
	bySize(b, "Metrics", mesosSizes(10_000_000), publishMetrics)
	bySize(b, "AllocatorBacklog", mesosSizes(0), allocatorBacklog)
	for _, roles := range []int{50, 100, 200} {
		b.Run(fmt.Sprintf("UpdateAllocation/roles=%d", roles), func(b *testing.B) {
			runPhases(b, func(p *phases) { updateAllocation(p, roles) })
		})
	}
	benchmarkMesosQuota(b)
	b.Run("MultiFrameworkAllocations", func(b *testing.B) { runPhases(b, multiFrameworkAllocations) })
	forget()
}

func bySize(b *testing.B, name string, sizes []size, run func(*phases, size)) {
	for _, s := range sizes {
		b.Run(fmt.Sprintf("%s/agents=%d/frameworks=%d", name, s.agents, s.frameworks), func(b *testing.B) {
			runPhases(b, func(p *phases) { run(p, s) })
		})
	}
}

func runPhases(b *testing.B, run func(*phases)) {
	forget()
	b.ReportAllocs()
	p := startPhases(b)
	for b.Loop() {
		run(p)
	}
	p.report()
}

// newMesosWorld has one role.
func newMesosWorld(role string) *World {
	w := NewWorld(alloc.Options{})
	w.AddRole(role)
	return w
}

// addFrameworksTo adds frameworks with further capabilities.
func addFrameworksTo(w *World, p *phases, n int, capabilities alloc.Capabilities) {
	p.time("frameworks", func() {
		w.AddCapableFrameworks(n, capabilities)
		w.Serve()
	})
}

// arrive adds agents, described outside of the measurement, and serves them.
func arrive(w *World, p *phases, infos []alloc.AgentInfo) {
	p.time("agents", func() { addAll(w, infos) })
}

// usedAgents describes agents with a part of each in use, by each framework in
// turn.
func usedAgents(w *World, p *phases, n int, total, used []alloc.Resource) []alloc.AgentInfo {
	p.stop()
	defer p.again()
	infos := AgentInfos(n, total)
	for i := range infos {
		infos[i].Used = []alloc.Usage{w.UsageOf(i%len(w.Frameworks), used)}
	}
	return infos
}

// policies are those of Mesos's sorters.
var policies = []struct {
	name   string
	policy alloc.Policy
}{{"drf", alloc.DRF}, {"random", alloc.Random}}

// rounds recovers what was offered, refused for so long, and runs the periodic
// cycle, n times. It reports the recoveries, the first cycle, the last, and
// all of them together. before, if any, precedes each cycle.
func rounds(w *World, p *phases, n int, refuseFor time.Duration, before func(round int)) {
	for i := range n {
		p.time("recoveries", func() { w.Return(refuseFor) })
		if before != nil {
			before(i)
		}
		cycle := func() { w.Tick() }
		p.time("cycles", func() {
			switch i {
			case 0:
				p.time("first-cycle", cycle)
			case n - 1:
				p.time("last-cycle", cycle)
			default:
				cycle()
			}
		})
	}
}
