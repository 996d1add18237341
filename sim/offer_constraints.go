package sim

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/scenario"
)

// attribute is the value of a machine's attribute, if it has it.
func (s *simulation) attribute(m *machine, name string) (string, bool) {
	switch name {
	case "machine":
		return m.name, true
	case "group":
		return s.groupNames[m.group], true
	}
	value, ok := m.plan.Attributes[name]
	return value, ok
}

// isKeptFrom reports whether a framework's constraints keep it from a machine.
func (s *simulation) isKeptFrom(fw *framework, m *machine) bool {
	return !scenario.Meets(fw.plan.Constraints, func(name string) (string, bool) { return s.attribute(m, name) })
}

// excludeMachines tells the master from which machines constraints keep a framework that comes.
func (s *simulation) excludeMachines(fw *framework) {
	if len(fw.plan.Constraints) == 0 {
		return
	}
	var list []alloc.AgentID
	for i := range s.machines {
		if m := &s.machines[i]; m.present && s.isKeptFrom(fw, m) {
			list = append(list, m.agent)
		}
	}
	for _, r := range fw.roleIDs {
		s.check(s.core.ExcludeAgents(fw.id, r, list))
	}
}

// excludeMachine tells the master which frameworks constraints keep from a machine that comes.
func (s *simulation) excludeMachine(i int32) {
	m := &s.machines[i]
	for k := range s.frameworks {
		fw := &s.frameworks[k]
		if fw.present && len(fw.plan.Constraints) > 0 && s.isKeptFrom(fw, m) {
			for _, r := range fw.roleIDs {
				s.check(s.core.ExcludeAgent(fw.id, r, m.agent, true))
			}
		}
	}
}

// countPer counts a task of a kind that begins or ends on a machine, where the kind has most_per.
func (s *simulation) countPer(g *group, machine int32, change int) {
	for name := range g.plan.MostPer {
		if value, ok := s.attribute(&s.machines[machine], name); ok {
			if g.per == nil {
				g.per = map[[2]string]int{}
			}
			g.per[[2]string{name, value}] += change
		}
	}
}

// mostOn is how many more tasks of a kind may run on a machine.
func (s *simulation) mostOn(g *group, machine int32) int {
	most := math.MaxInt
	for name, per := range g.plan.MostPer {
		value, ok := s.attribute(&s.machines[machine], name)
		if !ok {
			return 0
		}
		most = min(most, per-g.per[[2]string{name, value}])
	}
	return most
}
