package agents

import "github.com/apportion/apportion/core/internal/resource"

// ChangeTotal changes an agent's total by x.
func (as *Agents) ChangeTotal(g *Agent, x *resource.Difference) {
	g.Total.Apply(x, as.kinds)
	g.Total.Trim()
	g.noteGPUs()
}

// setTotal gives an agent that has nothing its total.
func (as *Agents) setTotal(g *Agent, total *resource.Bag) {
	g.Total.Fit(total, &as.Memory.totals)
	g.Total.CopyFrom(total)
	g.noteGPUs()
}

// noteGPUs follows a change of the agent's total.
func (g *Agent) noteGPUs() { g.GPUs = g.Total.Flags&resource.GPUs != 0 }
