package bench

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// everyone is the role that all frameworks have if they name none.
const everyone = "*"

// addAndUpdateSlave adds frameworks, then agents of which a part is in use,
// then oversubscribed CPUs on each agent.
func addAndUpdateSlave(p *phases, s size) {
	w := newMesosWorld(everyone)
	addFrameworksTo(w, p, s.frameworks, alloc.RevocableResources)
	total := append(w.Resources(Machine{2, 1024, 4096}), alloc.IntervalOf(w.Ports, firstPort, lastPort))
	used := append(w.Resources(Machine{1, 128, 1024}),
		alloc.IntervalOf(w.Ports, 31126, 31510), alloc.IntervalOf(w.Ports, 31512, 31623),
		alloc.IntervalOf(w.Ports, 31810, 31852), alloc.IntervalOf(w.Ports, 31854, 31964))
	infos := usedAgents(w, p, s.agents, total, used)
	arrive(w, p, infos)

	revocable := must(w.InternKind(alloc.Kind{Name: "cpus", Revocable: true}))
	more := append(slices.Clone(total), units(revocable, 10))
	p.time("updates", func() {
		for _, id := range w.Agents {
			check(w.UpdateAgent(id, alloc.AgentUpdate{Total: &more}))
		}
		w.Serve()
	})
	mustOffer(w, s.agents)
}

// declineOffers lets everyone refuse everything for good, in twice as many
// cycles as there are frameworks: nothing is offered in the second half.
func declineOffers(p *phases, s size) {
	w := newMesosWorld(everyone)
	addFrameworksTo(w, p, s.frameworks, 0)
	used := append(w.Resources(Machine{16, 2014, 1024}), fragments(w.Ports, firstPort, lastPort, 16)...)
	arrive(w, p, usedAgents(w, p, s.agents, w.AgentResources(), used))
	rounds(w, p, 2*s.frameworks, alloc.MaxRefuse, nil)
	mustOffer(w, 0)
}

// resourceLabels is declineOffers with labelled reservations in use on each
// agent that no other agent has. In Mesos's, the first reservation has two
// labels that are unique to the agent and the second has none of them: one
// each here.
func resourceLabels(p *phases, s size) {
	const role = "role1"
	w := newMesosWorld(role)
	addFrameworksTo(w, p, s.frameworks, 0)
	p.stop()
	plain := append([]alloc.Resource{units(w.Mem, 2014), units(w.Disk, 1024)}, fragments(w.Ports, firstPort, lastPort, 16)...)
	infos := AgentInfos(s.agents, w.AgentResources())
	for i := range infos {
		used := slices.Clone(plain)
		for _, n := range []string{"1", "2"} {
			labels := Labels(11, "unique_key_"+n, fmt.Sprintf("value_%d", i))
			used = append(used, units(w.Reserved("cpus", role, "principal1", labels), 8))
		}
		infos[i].Used = []alloc.Usage{w.UsageOf(i%s.frameworks, used)}
	}
	p.again()
	arrive(w, p, infos)
	rounds(w, p, 2*s.frameworks, alloc.MaxRefuse, nil)
	mustOffer(w, 0)
}

// halfUsed are the cluster and its agents in suppressOffers.
func halfUsed(p *phases, s size) *World {
	w := newMesosWorld(everyone)
	addFrameworksTo(w, p, s.frameworks, 0)
	arrive(w, p, usedAgents(w, p, s.agents, w.AgentResources(), w.UsedResources()))
	return w
}

// suppressOffers suppresses another fifth of the frameworks before each of
// five cycles.
func suppressOffers(p *phases, s size) {
	const cycles = 5
	w := halfUsed(p, s)
	batch := s.frameworks / cycles
	rounds(w, p, cycles, 0, func(round int) {
		p.time("suppressions", func() {
			for _, f := range w.Frameworks[round*batch : (round+1)*batch] {
				check(w.SuppressOffers(f, nil))
			}
		})
	})
	if batch*cycles == s.frameworks {
		mustOffer(w, 0)
	}
}

// extremeSuppressOffers suppresses 99 of a hundred frameworks.
func extremeSuppressOffers(p *phases, s size) {
	w := halfUsed(p, s)
	p.time("suppressions", func() {
		for _, f := range w.Frameworks[:s.frameworks*99/100] {
			check(w.SuppressOffers(f, nil))
		}
	})
	rounds(w, p, 5, 0, nil)
	mustOffer(w, s.agents)
}

// publishMetrics reads the metrics of roles with quota.
func publishMetrics(p *phases, s size) {
	w := NewWorld(alloc.Options{})
	p.time("quotas", func() {
		w.AddRoles(s.frameworks)
		w.Guarantee(w.Roles, metricsQuota)
	})
	addFrameworksTo(w, p, s.frameworks, 0)
	p.stop()
	infos := AgentInfos(s.agents, w.Resources(metricsAgent))
	p.again()
	arrive(w, p, infos)
	var m core.Metrics
	p.time("metrics", func() { w.Metrics(&m) })
	if len(m.Roles) != s.frameworks {
		panic("a role has no metrics")
	}
}

// allocatorBacklog revives every framework once all agents are offered.
// Mesos's cycles are fewer, as many as it comes to run meanwhile; each revive
// has its own here in the part revives, and all have one in the part burst.
func allocatorBacklog(p *phases, s size) {
	w := newMesosWorld(everyone)
	addFrameworksTo(w, p, s.frameworks, 0)
	p.stop()
	infos := AgentInfos(s.agents, w.AgentResources())
	p.again()
	arrive(w, p, infos)
	mustOffer(w, s.agents)
	p.time("revives", func() {
		for _, f := range w.Frameworks {
			check(w.ReviveOffers(f, nil))
			w.Serve()
		}
	})
	p.time("burst", func() {
		for _, f := range w.Frameworks {
			check(w.ReviveOffers(f, nil))
		}
		w.Serve()
	})
	mustOffer(w, 0)
}

// updateAllocation reserves and unreserves what one framework holds on an
// agent with reservations of so many roles.
func updateAllocation(p *phases, roles int) {
	p.stop()
	w := newReservedAgent(alloc.Options{}, roles, 1, 1)
	p.again()
	for range 20 {
		p.time("unreserve", w.unreserve)
		p.time("reserve", w.reserve)
	}
}

// mustOffer checks that a scenario is what it says.
func mustOffer(w *World, want int) {
	if got := len(w.Cycle.Offers); got != want {
		panic(fmt.Sprintf("%d offers, not %d", got, want))
	}
}
