package sim

import (
	"fmt"

	"github.com/apportion/apportion/report"
	"github.com/apportion/apportion/sim/scenario"
)

// laterTasks are tasks of a file that have not arrived by the end.
type laterTasks struct {
	file       string
	count, all int
}

// findLaterTasks counts them, by file.
func (s *simulation) findLaterTasks() (list []laterTasks) {
	counted := map[*scenario.Tasks]bool{} // which the frameworks of an entry share
	for f := range s.frameworks {
		fw := &s.frameworks[f]
		for gi := range fw.groups {
			g := &fw.groups[gi]
			if !g.arrives || counted[g.plan] || g.plan.Max > 0 {
				continue
			}
			counted[g.plan] = true
			if left := len(g.rows) - g.arrived; left > 0 {
				list = append(list, laterTasks{g.plan.File, left, len(g.rows)})
			}
		}
	}
	return list
}

// laterFacts say so, if there are any.
func laterFacts(list []laterTasks) (facts []report.Fact) {
	for _, x := range list {
		facts = append(facts, report.Fact{Name: "have not arrived", Value: fmt.Sprintf("%s of the %s tasks of %s by the end", report.Count(x.count), report.Count(x.all), x.file)})
	}
	return facts
}
