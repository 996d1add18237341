package sim

import (
	"time"

	"github.com/apportion/apportion/sim/scenario"
)

// awaitFailure decides when a machine that has come fails by itself, if its kind does. Each stay of a machine has a
// length of its own, the same under every policy. If something else has taken the machine away by then, this failure
// does not come; when the machine is back, the next failure is waited for.
func (s *simulation) awaitFailure(i int32) {
	m := &s.machines[i]
	m.stay++
	if m.plan.Fails == nil {
		return
	}
	random := streamOf(s.seed, hashOf(m.name), uint64(m.stay), forFailure)
	after := max(leastDuration, timeOf(random.draw(&m.plan.Fails.Distribution)))
	stay := m.stay
	s.events.push(s.now.Add(time.Duration(after)), func() {
		if m := &s.machines[i]; m.present && m.stay == stay {
			s.failMachine(i)
		}
	})
}

// failMachine takes a machine away until it is repaired.
func (s *simulation) failMachine(i int32) {
	m := &s.machines[i]
	repair := scenario.Forever
	if distribution := &m.plan.Repair.Distribution; distribution.Kind != scenario.Endless {
		random := streamOf(s.seed, hashOf(m.name), uint64(m.stay), forRepair)
		repair = time.Duration(timeOf(random.draw(distribution)))
	}
	s.takeAway([]int32{i}, "", repair)
}

// hasFailed reports whether a task whose time is over has failed; such a task waits again. Each
// task that ends draws anew.
func (s *simulation) hasFailed(g *group) bool {
	if g.plan.Fails == 0 {
		return false
	}
	g.draws++
	random := s.streamOf(g, g.draws, forTaskFailure)
	return random.uniform() < g.plan.Fails
}
