package bench

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// headroom is the cycle when one unmet guarantee keeps all that is free, and 1,000 frameworks
// wait. If the agents are stirred, something of each has become known since the last cycle.
func headroom(agents int, stirred bool) func(*testing.B, alloc.Options) {
	const frameworks = 1_000
	return waiting(stirred, func(o alloc.Options) *World {
		w := newCluster(o, agents, frameworks)
		w.AddRole("waits")
		const all = 1_000_000_000
		check(w.SetQuota(w.Roles[1], alloc.Quota{Guarantees: Machine{all, all, all}.Quantities()}))
		return w
	}, "headroom", agents)
}

// limitsReserved is the cycle when 1,000 roles have what their limits allow, and something on
// each agent that quota does not count is for none of them: a reservation of another role, or
// revocable CPUs.
func limitsReserved(stirred bool) func(*testing.B, alloc.Options) {
	const agents, roles = 4_000, 1_000
	return waiting(stirred, func(o alloc.Options) *World {
		w := newQuotaCluster(o, roles, metricsQuota)
		reserved := must(w.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: "other"}}}))
		revocable := must(w.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
		for i := range agents {
			more := []alloc.KindID{reserved, revocable}[i%2]
			w.AddAgentOf(AgentInfo(i, append(w.Resources(metricsAgent), alloc.ScalarOf(more, quantities.Unit))))
		}
		return w
	}, "limitsReserved", agents)
}

// waiting is the cycle of a cluster that has come to where nothing more can be offered.
func waiting(stirred bool, fresh func(alloc.Options) *World, name string, agents int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key(name, o, agents), func() *World {
			w := fresh(o)
			for w.Tick(); len(w.Cycle.Offers) > 0; w.Tick() {
			}
			return w
		})
		m := start(b)
		for b.Loop() {
			if stirred {
				m.stop()
				for _, id := range w.Agents {
					check(w.UpdateAgent(id, alloc.AgentUpdate{InfoChanged: true}))
				}
				m.again()
			}
			w.Tick()
		}
		m.endPer(agents, "agent")
		offers(b, w, 0)
	}
}
