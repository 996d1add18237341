package bench

import (
	"testing"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// newGuaranteedCluster has as many agents as roles, and each role is
// guaranteed, and limited to, what one agent has.
func newGuaranteedCluster(o alloc.Options, n int) *World {
	agent := Machine{2, 2048, 2048}
	w := newQuotaCluster(o, n, agent)
	w.AddAgents(n, w.Resources(agent))
	return w
}

const quotaRoles = 3_000

// quota is the cycle that gives so many roles their guarantees.
func quota(roles int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		w := keep(key("quota", o, roles), func() *World { return settle(newGuaranteedCluster(o, roles)) })
		fullCycles(b, w, roles)
	}
}

// quotaMixed is the cycle that gives small roles half an agent each, and large
// roles two agents each in turn with others: Mesos's LargeAndSmallQuota.
func quotaMixed(small, large int) func(*testing.B, alloc.Options) {
	return func(b *testing.B, o alloc.Options) {
		var made int
		w := keep(key("quotaMixed", o, small, large), func() *World {
			w := NewWorld(o)
			w.AddRoles(small + large)
			w.Guarantee(w.Roles[:small], Machine{1, 1024, 1024})
			w.Guarantee(w.Roles[small:], Machine{4, 4096, 4096})
			w.AddFrameworks(small + large)
			w.AddAgents(small/5+large*5, w.Resources(Machine{2, 2048, 2048}))
			return settle(w)
		})
		m := start(b)
		for b.Loop() {
			w.Tick()
			m.stop()
			satisfied(b, w)
			made += len(w.Cycle.Offers)
			w.Return(0)
			m.again()
		}
		m.endPer(made/b.N, "offer")
	}
}

// quotaIdle is the cycle after quota, with nothing left.
func quotaIdle(b *testing.B, o alloc.Options) {
	w := keep(key("quotaIdle", o), func() *World {
		w := newGuaranteedCluster(o, quotaRoles)
		w.Tick()
		return w
	})
	idleCycles(b, w)
}

// metrics reads all that the allocator publishes.
func metrics(b *testing.B, o alloc.Options) {
	w := keep(key("metrics", o), func() *World {
		w := newQuotaCluster(o, 1_000, metricsQuota)
		w.AddAgents(10_000, w.Resources(metricsAgent))
		w.Tick()
		satisfied(b, w)
		return w
	})
	var all core.Metrics
	w.Metrics(&all)
	m := start(b)
	for b.Loop() {
		w.Metrics(&all)
	}
	m.end()
	if len(all.Roles) != 1_000 {
		b.Fatalf("metrics of %d roles", len(all.Roles))
	}
}

// reserve takes four reservations of one framework away and makes them anew,
// on an agent with 800 resource objects.
func reserve(b *testing.B, o alloc.Options) {
	w := keep(key("reserve", o), func() *reservedAgent { return newReservedAgent(o, 200, 1, 1) })
	m := start(b)
	for b.Loop() {
		w.unreserve()
		w.reserve()
	}
	m.endPer(2, "call")
}
