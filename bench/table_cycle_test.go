package bench

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// newCluster has frameworks of one role and agents that are wholly free.
func newCluster(o alloc.Options, agents, frameworks int) *World {
	w := NewWorld(o)
	w.AddRoles(1)
	w.AddFrameworks(frameworks)
	w.AddAgents(agents, w.AgentResources())
	return w
}

// newUsedCluster is newCluster with agents in use as in most of Mesos's
// benchmarks.
func newUsedCluster(o alloc.Options, agents, frameworks int) *World {
	w := NewWorld(o)
	w.AddRoles(1)
	w.AddFrameworks(frameworks)
	w.AddUsedAgents(agents, w.AgentResources(), w.UsedResources())
	return w
}

// full is a cycle that offers every agent, over and over; what it offered
// comes back, untimed.
func full(agents, frameworks int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key("full", o, agents, frameworks), func() *World {
			return settle(newCluster(o, agents, frameworks))
		})
		fullCycles(b, w, agents)
	}
}

// fullUsed is full where a part of each agent is in use.
func fullUsed(agents, frameworks int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key("fullUsed", o, agents, frameworks), func() *World {
			return settle(newUsedCluster(o, agents, frameworks))
		})
		fullCycles(b, w, agents)
	}
}

// settle runs a cycle and takes back what it offers, so that all memory that
// cycles need is there.
func settle(w *World) *World {
	w.Tick()
	w.Return(0)
	return w
}

func fullCycles(b *testing.B, w *World, agents int) {
	m := start(b)
	for b.Loop() {
		w.Tick()
		m.stop()
		offers(b, w, agents)
		w.Return(0)
		m.again()
	}
	m.endPer(agents, "offer")
}

// idleSuppressed: everything is free and nobody wants it.
func idleSuppressed(b *testing.B, o alloc.Options) {
	w := keep(key("idleSuppressed", o), func() *World {
		w := settle(newCluster(o, 50_000, 1_000))
		for _, f := range w.Frameworks {
			check(w.SuppressOffers(f, nil))
		}
		return w
	})
	idleCycles(b, w)
}

// idleFull: everything is offered.
func idleFull(b *testing.B, o alloc.Options) {
	w := keptFullyOffered(o)
	idleCycles(b, w)
}

// idleUnchanged: what is free has been refused for good by the framework that
// could have it, and all others hold the rest.
func idleUnchanged(b *testing.B, o alloc.Options) {
	w := keep(key("idleUnchanged", o), func() *World {
		w := newUsedCluster(o, 50_000, 1_000)
		for _, f := range w.Frameworks[1:] {
			check(w.SuppressOffers(f, nil))
		}
		w.Tick()
		w.Return(alloc.MaxRefuse)
		return w
	})
	idleCycles(b, w)
}

func idleCycles(b *testing.B, w *World) {
	m := start(b)
	for b.Loop() {
		w.Tick()
	}
	m.end()
	offers(b, w, 0)
}

// labelled is a full cycle over agents of which two thirds of the CPUs carry
// reservations with twelve labels each, none of which equals another in the
// cluster. The metric ratio compares with the same without the labels,
// measured in turn.
func labelled(b *testing.B, o alloc.Options) {
	const agents, frameworks = 50_000, 1_000
	w := keep(key("labels", o), func() [2]*World {
		return [2]*World{
			settle(newReservedCluster(o, agents, frameworks, false)),
			settle(newReservedCluster(o, agents, frameworks, true)),
		}
	})
	fullCyclesInTurn(b, w, agents)
}

// fullCyclesInTurn measures full cycles of the second of two clusters, in turn with the first.
func fullCyclesInTurn(b *testing.B, w [2]*World, agents int) {
	var times [2][]time.Duration
	m := start(b)
	for b.Loop() {
		m.stop()
		for i, w := range w {
			if i == 1 {
				m.again()
			}
			begin := processorTime()
			w.Tick()
			times[i] = append(times[i], processorTime()-begin)
			if i == 1 {
				m.stop()
			}
			offers(b, w, agents)
			w.Return(0)
		}
		m.again()
	}
	m.endPer(agents, "offer")
	b.ReportMetric(float64(median(times[1]))/float64(median(times[0])), "ratio")
}

// median is what a few that were interrupted do not change.
func median[T cmp.Ordered](list []T) T {
	return slices.Sorted(slices.Values(list))[len(list)/2]
}

// newReservedCluster has agents with two reservations of 8 CPUs by different
// principals, with or without labels.
func newReservedCluster(o alloc.Options, agents, frameworks int, labels bool) *World {
	w := NewWorld(o)
	w.AddRoles(1)
	w.AddFrameworks(frameworks)
	rest := append(w.Resources(Machine{8, 4096, 4096}), alloc.IntervalOf(w.Ports, firstPort, lastPort))
	for i := range agents {
		total := slices.Clone(rest)
		for _, n := range []string{"1", "2"} {
			var l []alloc.Label
			if labels {
				l = Labels(11, "unique_key_"+n, fmt.Sprintf("value_%d", i))
			}
			total = append(total, units(w.Reserved("cpus", RoleName(0), "principal"+n, l), 8))
		}
		w.AddAgentOf(AgentInfo(i, total))
	}
	return w
}
