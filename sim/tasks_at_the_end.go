package sim

import (
	"math"
	"strings"

	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// findNeverFit finds the tasks that wait at the end and need more of some resource than any machine
// that their framework takes has, whether or not that machine is there.
func (s *simulation) findNeverFit() (x results.NeverFit) {
	most := make([]amounts, len(s.groupNames)) // of each resource, by group of machines
	for i := range s.machines {
		m := &s.machines[i]
		most[m.group].RaiseTo(&m.has)
	}
	for f := range s.frameworks {
		fw := &s.frameworks[f]
		largest := fw.largest(most)
		for gi := range fw.groups {
			for k := range fw.groups[gi].classes {
				c := &fw.groups[gi].classes[k]
				if size := &s.sizes[c.size]; c.len() > 0 && largest.Fits(size, 1) == 0 {
					if x.Count == 0 {
						x.Example = s.text(size) + " of " + fw.plan.Name
					}
					x.Count += c.len() * fw.groups[gi].plan.Gang
				}
			}
		}
	}
	return x
}

// text is amounts in words.
func (s *simulation) text(a *amounts) string {
	var parts []string
	for i, name := range s.names {
		if a[i] > 0 {
			parts = append(parts, a[i].String()+" "+name)
		}
	}
	return strings.Join(parts, ", ")
}

// findLaterTasks counts the tasks of each file that have not arrived by the end.
func (s *simulation) findLaterTasks() (list []results.LaterTasks) {
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
				list = append(list, results.LaterTasks{File: g.plan.File, Count: left, All: len(g.rows)})
			}
		}
	}
	return list
}

// appendWaits appends how long those tasks of a framework have waited that have not started.
func (s *simulation) appendWaits(list []results.Start, fw *framework) []results.Start {
	for gi := range fw.groups {
		g := &fw.groups[gi]
		if g.plan.Backlog {
			continue
		}
		for k := range g.classes {
			c := &g.classes[k]
			for _, p := range c.tasks[c.head:] {
				for range g.plan.Gang {
					list = append(list, results.Start{
						Role: int32(fw.role()), Wait: float32((s.end - p.arrival)) / 1e9, Slowdown: float32(math.NaN()), Guaranteed: p.guaranteed,
					})
				}
			}
		}
	}
	return list
}
