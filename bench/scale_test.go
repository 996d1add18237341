package bench

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

// BenchmarkScaleAgents measures how costs grow with agents, at a thousand
// frameworks.
func BenchmarkScaleAgents(b *testing.B) {
	const frameworks = 1_000
	for _, agents := range []int{1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000} {
		sized := func(name string, run func(*testing.B)) {
			b.Run(fmt.Sprintf("%s/agents=%d", name, agents), run)
		}
		sized("full", func(b *testing.B) { full(agents, frameworks)(b, alloc.Options{}) })
		sized("return", func(b *testing.B) { returns(b, agents, frameworks) })
		sized("idle", func(b *testing.B) { idleCycles(b, keptOffered(agents, frameworks)) })
		sized("quota", func(b *testing.B) { guaranteed(b, agents, frameworks) })
		sized("add_agents", func(b *testing.B) {
			forget()
			fresh := func() *World { return newCluster(alloc.Options{}, 0, frameworks) }
			arrivals(b, AgentInfos(agents, fresh().AgentResources()), fresh, addAll)
		})
		sized("decline", func(b *testing.B) { operations(agents, declines)(b, alloc.Options{}) })
		sized("launch", func(b *testing.B) { operations(agents, launches)(b, alloc.Options{}) })
		sized("finish", func(b *testing.B) { operations(agents, finishes)(b, alloc.Options{}) })
	}
	forget()
}

// BenchmarkScaleFrameworks measures how costs grow with frameworks, at 50,000
// agents. All have one role, or each its own in roles.
func BenchmarkScaleFrameworks(b *testing.B) {
	const agents = 50_000
	for _, frameworks := range []int{10, 100, 1_000, 10_000, 100_000} {
		sized := func(name string, run func(*testing.B)) {
			b.Run(fmt.Sprintf("%s/frameworks=%d", name, frameworks), run)
		}
		sized("full", func(b *testing.B) { full(agents, frameworks)(b, alloc.Options{}) })
		sized("return", func(b *testing.B) { returns(b, agents, frameworks) })
		sized("come_and_go", func(b *testing.B) { comeAndGo(b, agents, frameworks) })
		sized("revive", func(b *testing.B) { revive(b, agents, frameworks) })
		sized("roles", func(b *testing.B) { fullRoles(b, agents, frameworks) })
	}
	forget()
}

// BenchmarkScaleFilters measures how the cost of a cycle, and memory, grow with filters: each of
// a thousand frameworks has refused each agent for good, and every agent has changed.
func BenchmarkScaleFilters(b *testing.B) {
	const frameworks = 1_000
	for _, filters := range []int{1_000_000, 10_000_000, 100_000_000} {
		b.Run(fmt.Sprintf("changed/filters=%d", filters), func(b *testing.B) {
			declinedChanged(b, alloc.Options{}, filters/frameworks, frameworks)
			b.ReportMetric(bytesPerFilter, "B/filter")
		})
	}
	forget()
}

// BenchmarkLargest is a cluster of a million agents and 100,000 frameworks, each of which has
// refused a thousand agents for good: the heap that it takes without and with all these filters,
// and a cycle that offers every agent.
func BenchmarkLargest(b *testing.B) {
	const agents, frameworks, refusers = 1_000_000, 100_000, 100
	before := liveHeap()
	w := newCluster(alloc.Options{}, agents, frameworks)
	without := liveHeap() - before
	whole := w.AgentResources()
	for i, id := range w.Agents {
		for j := range refusers {
			f := (i/1_000*refusers + j) % frameworks
			check(w.AddResourceProvider(id, nil, []alloc.Usage{w.UsageOf(f, whole)}))
			w.refuse(w.Frameworks[f], id, whole)
		}
	}
	with := liveHeap() - before
	fullCycles(b, settle(w), agents)
	b.ReportMetric(with/1e6, "MB")
	b.ReportMetric(without/1e6, "MB-unfiltered")
	b.ReportMetric(agents*refusers, "filters")
}

// returns gives back, without refusing it, all that a cycle offered. It
// shares full's world.
func returns(b *testing.B, agents, frameworks int) {
	w := keep(key("full", alloc.Options{}, agents, frameworks), func() *World {
		return settle(newCluster(alloc.Options{}, agents, frameworks))
	})
	m := start(b)
	for b.Loop() {
		m.stop()
		w.Tick()
		m.again()
		w.Return(0)
	}
	m.endPer(agents, "offer")
}

// guaranteed is a cycle in which as many roles as there are frameworks are
// guaranteed an agent each, and limited to it.
func guaranteed(b *testing.B, agents, roles int) {
	w := keep(key("guaranteed", alloc.Options{}, agents, roles), func() *World {
		agent := Machine{2, 2048, 2048}
		w := newQuotaCluster(alloc.Options{}, roles, agent)
		w.AddAgents(agents, w.Resources(agent))
		return settle(w)
	})
	fullCycles(b, w, roles)
}

// comeAndGo is a framework that joins, the cycle that asks for, and the
// framework's removal, where everything is offered to others.
func comeAndGo(b *testing.B, agents, frameworks int) {
	w := keptOffered(agents, frameworks)
	info := FrameworkInfo(FrameworkName(frameworks), w.Roles[0])
	m := start(b)
	for b.Loop() {
		id := must(w.AddFramework(info))
		w.Serve()
		check(w.RemoveFramework(id))
	}
	m.end()
	offers(b, w, 0)
}

// revive is one framework's and the cycle it asks for, where everything is
// offered.
func revive(b *testing.B, agents, frameworks int) {
	w := keptOffered(agents, frameworks)
	m := start(b)
	for i := 0; b.Loop(); i++ {
		check(w.ReviveOffers(w.Frameworks[i%frameworks], nil))
		w.Serve()
	}
	m.end()
	offers(b, w, 0)
}

// keptOffered is a cluster in which everything is offered.
func keptOffered(agents, frameworks int) *World {
	return keep(key("offered", alloc.Options{}, agents, frameworks), func() *World {
		w := newCluster(alloc.Options{}, agents, frameworks)
		w.Tick()
		return w
	})
}

// fullRoles is full with each framework in a role of its own.
func fullRoles(b *testing.B, agents, roles int) {
	w := keep(key("fullRoles", alloc.Options{}, agents, roles), func() *World {
		w := NewWorld(alloc.Options{})
		w.AddRoles(roles)
		w.AddFrameworks(roles)
		w.AddAgents(agents, w.AgentResources())
		return settle(w)
	})
	fullCycles(b, w, agents)
}
