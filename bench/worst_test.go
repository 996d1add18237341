package bench

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// BenchmarkWorst measures the states that cost the most. BENCHMARKS.md says
// what bounds each.
func BenchmarkWorst(b *testing.B) {
	for _, l := range []line{
		{"picky_minimum/agents=50000/frameworks=1000", pickyMinimum(50_000, 1_000)},
		{"picky_filters/agents=10000/frameworks=200", pickyFilters(10_000, 200)},
		{"constraints/agents=50000/frameworks=1000", constrained(50_000, 1_000)},
		{"limits/agents=10000/frameworks=1000", atLimits(10_000, 1_000)},
		{"past_limits/agents=10000/frameworks=1000", pastLimits(10_000, 1_000)},
		{"one_role/agents=50000/frameworks=100000", full(50_000, 100_000)},
		{"many_roles/agents=50000/frameworks=10000", func(b *testing.B, _ alloc.Options) { fullRoles(b, 50_000, 10_000) }},
		{"shared_volumes/agents=10000/frameworks=1000", sharedVolumes(10_000, 1_000)},
	} {
		b.Run(l.name, func(b *testing.B) {
			b.ReportAllocs()
			l.run(b, alloc.Options{})
		})
	}
	forget()
}

// stirred times the cycle over agents of each of which something has become
// known, so that every framework has to be asked again.
func stirred(b *testing.B, w *World) {
	m := start(b)
	for b.Loop() {
		m.stop()
		for _, id := range w.Agents {
			check(w.UpdateAgent(id, alloc.AgentUpdate{InfoChanged: true}))
		}
		m.again()
		w.Tick()
	}
	m.endPer(len(w.Agents)*len(w.Frameworks), "pair")
	offers(b, w, 0)
}

// pickyMinimum: one CPU of every agent is free and every framework wants two
// at least.
func pickyMinimum(agents, frameworks int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		stirred(b, keep(key("pickyMinimum", o, agents, frameworks), func() *World {
			return newPickyCluster(o, agents, frameworks)
		}))
	}
}

func newPickyCluster(o alloc.Options, agents, frameworks int) *World {
	w := NewWorld(o)
	w.AddRoles(1)
	for i := range frameworks {
		info := FrameworkInfo(FrameworkName(i), w.Roles[0])
		info.MinAllocatable = []alloc.RoleMinimum{{Role: w.Roles[0], Lists: [][]alloc.Quantity{{quantity("cpus", 2)}}}}
		w.AddFrameworkOf(info)
	}
	w.AddUsedAgents(agents, w.Resources(Machine{24, 4096, 4096}), w.Resources(Machine{23, 2048, 2048}))
	w.Tick()
	return w
}

// pickyFilters: every framework has refused more of every agent than is free,
// and no two the same, so that no refusal stands for another.
func pickyFilters(agents, frameworks int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		stirred(b, keep(key("pickyFilters", o, agents, frameworks), func() *World {
			return newPickyFiltersCluster(o, agents, frameworks)
		}))
	}
}

func newPickyFiltersCluster(o alloc.Options, agents, frameworks int) *World {
	w := newCluster(o, agents, frameworks)
	for i, f := range w.Frameworks {
		refused := w.AgentResources()
		refused[0].Amount += quantities.Amount(i)
		use := []alloc.Usage{w.UsageOf(i, refused)}
		for _, id := range w.Agents {
			check(w.AddResourceProvider(id, nil, use))
			w.refuse(f, id, refused)
		}
	}
	w.Tick()
	return w
}

// constrained is a full cycle where offer constraints keep each framework from
// 99 of a hundred agents: for each agent there are ten it can go to.
func constrained(agents, frameworks int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key("constrained", o, agents, frameworks), func() *World {
			return settle(newConstrainedCluster(o, agents, frameworks))
		})
		fullCycles(b, w, agents)
	}
}

// sharedVolumes: all that is free of an agent is a shared volume, which is
// always so and alone not worth an offer.
func sharedVolumes(agents, frameworks int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		stirred(b, keep(key("sharedVolumes", o, agents, frameworks), func() *World {
			return newVolumesCluster(o, agents, frameworks)
		}))
	}
}

func newVolumesCluster(o alloc.Options, agents, frameworks int) *World {
	w := NewWorld(o)
	w.AddRoles(1)
	w.AddCapableFrameworks(frameworks, alloc.SharedResources)
	for i := range agents {
		w.AddAgentOf(AgentInfo(i, append(w.AgentResources(), w.sharedVolume(i))))
	}
	w.Tick()
	return w
}

// atLimits: all roles have what their limits allow, and most agents, which have
// ports, too, are free.
func atLimits(agents, roles int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		stirred(b, keep(key("atLimits", o, agents, roles), func() *World {
			w := newLimitedCluster(o, agents, roles)
			w.Tick()
			return w
		}))
	}
}

// pastLimits is a cycle in which all that limits leave goes to one role without
// any, whose share is the greatest.
func pastLimits(agents, roles int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key("pastLimits", o, agents, roles), func() *World {
			w := newLimitedCluster(o, agents, roles-1)
			w.AddRoles(1)
			w.AddFrameworkOf(FrameworkInfo(FrameworkName(roles-1), w.Roles[roles-1]))
			w.Tick()
			return w
		})
		last := w.Frameworks[roles-1]
		m := start(b)
		for b.Loop() {
			m.stop()
			for i := range w.Cycle.Offers {
				if o := &w.Cycle.Offers[i]; o.Framework == last {
					w.Decline(o, 0)
				}
			}
			m.again()
			w.Tick()
		}
		m.endPer(len(w.Cycle.Offers), "offer")
	}
}

// newLimitedCluster has roles with a quota of a fraction of an agent, which has
// ports besides.
func newLimitedCluster(o alloc.Options, agents, roles int) *World {
	w := newQuotaCluster(o, roles, metricsQuota)
	w.AddAgents(agents, append(w.Resources(metricsAgent), alloc.IntervalOf(w.Ports, firstPort, lastPort)))
	return w
}
