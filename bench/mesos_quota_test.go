package bench

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/alloc"
)

func benchmarkMesosQuota(b *testing.B) {
	for _, x := range policies {
		for _, n := range []struct{ small, large int }{{25, 5}, {250, 50}, {2_500, 500}} {
			b.Run(fmt.Sprintf("LargeAndSmallQuota/sorter=%s/agents=%d/frameworks=%d", x.name, n.small/5+n.large*5, n.small+n.large), func(b *testing.B) {
				runPhases(b, func(p *phases) { largeAndSmallQuota(p, x.policy, n.small, n.large) })
			})
		}
		for _, roles := range []int{10, 100, 1_000} {
			for _, quota := range []bool{false, true} {
				b.Run(fmt.Sprintf("NonQuotaVsQuota/sorter=%s/quota=%v/agents=%d/frameworks=%d", x.name, quota, 2*roles, 2*roles), func(b *testing.B) {
					runPhases(b, func(p *phases) { nonQuotaVsQuota(p, x.policy, roles, quota) })
				})
			}
		}
	}
}

// pausedCluster adds agents, then frameworks while allocation is paused.
func pausedCluster(p *phases, policy alloc.Policy, roles, agents, frameworks int, agent Machine) *World {
	w := NewWorld(alloc.Options{RoleSorter: policy, FrameworkSorter: policy})
	p.stop()
	infos := AgentInfos(agents, w.Resources(agent))
	p.again()
	arrive(w, p, infos)
	w.Pause()
	w.AddRoles(roles)
	addFrameworksTo(w, p, frameworks, 0)
	w.Resume()
	return w
}

// twoCycles runs the cycle that offers everything and one that offers nothing.
func twoCycles(w *World, p *phases) (offers int) {
	p.time("cycle", w.Tick)
	offers = len(w.Cycle.Offers)
	p.time("idle-cycle", w.Tick)
	mustOffer(w, 0)
	return offers
}

// largeAndSmallQuota satisfies quotas of half an agent and of two agents.
func largeAndSmallQuota(p *phases, policy alloc.Policy, small, large int) {
	agents := small/5 + large*5
	w := pausedCluster(p, policy, small+large, agents, small+large, Machine{2, 2048, 2048})
	p.time("quotas", func() {
		w.Guarantee(w.Roles[:small], Machine{1, 1024, 1024})
		w.Guarantee(w.Roles[small:], Machine{4, 4096, 4096})
	})
	if offers := twoCycles(w, p); offers < agents {
		panic("an agent was not offered")
	}
}

// nonQuotaVsQuota offers two agents to each role, which has two frameworks,
// because the role is guaranteed that much or by fairness alone.
func nonQuotaVsQuota(p *phases, policy alloc.Policy, roles int, quota bool) {
	w := pausedCluster(p, policy, roles, 2*roles, 2*roles, Machine{2, 2048, 2048})
	if quota {
		p.time("quotas", func() { w.Guarantee(w.Roles, Machine{4, 4096, 4096}) })
	}
	if offers := twoCycles(w, p); offers != 2*roles {
		panic("an agent was not offered as a whole")
	}
}
