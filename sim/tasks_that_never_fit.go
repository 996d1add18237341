package sim

import (
	"fmt"
	"strings"

	"github.com/apportion/apportion/report"
)

// misfits are tasks that wait at the end and never could have run.
type misfits struct {
	count   int
	example string // what one of them needs
}

// findMisfits finds the tasks that wait and need more of something than any machine has
// that their framework takes, whether it is there or not.
func (s *simulation) findMisfits() (m misfits) {
	most := make([]amounts, len(s.groupNames)) // of each resource, by group of machines
	for i := range s.machines {
		x := &s.machines[i]
		most[x.group].RaiseTo(&x.has)
	}
	for f := range s.frameworks {
		fw := &s.frameworks[f]
		largest := fw.largest(most)
		for gi := range fw.groups {
			for k := range fw.groups[gi].classes {
				c := &fw.groups[gi].classes[k]
				if size := &s.sizes[c.size]; c.len() > 0 && largest.Fits(size, 1) == 0 {
					if m.count == 0 {
						m.example = s.text(size) + " of " + fw.plan.Name
					}
					m.count += c.len() * fw.groups[gi].plan.Gang
				}
			}
		}
	}
	return m
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

// facts say so, if there are any.
func (m *misfits) facts() []report.Fact {
	if m.count == 0 {
		return nil
	}
	return []report.Fact{{Name: "fit nowhere", Value: fmt.Sprintf("%s of the tasks that wait: more of something than any machine has, such as %s", report.Count(m.count), m.example)}}
}
