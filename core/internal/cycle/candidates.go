package cycle

import "github.com/apportion/apportion/internal/container"

// chooseAgents lists the candidates that may be offered, have something free, and are
// dirty: they were not offered to everyone in vain before. It reports whether any
// candidate may be offered at all.
func (c *Cycle) chooseAgents() bool {
	a := c.a
	c.agents = c.agents[:0]
	if a.frameworks.Active.Empty() {
		return !a.news.Candidates.Disjoint(a.agents.Admitted)
	}
	found := false
	for i, w := range a.news.Candidates {
		w &= a.agents.Admitted.Word(i)
		found = found || w != 0
		w &= a.agents.Offerable.Word(i)
		if !c.visitsAll {
			w &= a.news.Dirty.Word(i)
		}
		a.scratch.agents = container.AppendWord(a.scratch.agents[:0], i, w)
		for _, slot := range a.scratch.agents {
			c.agents = append(c.agents, uint64(slot))
		}
	}
	return found
}
