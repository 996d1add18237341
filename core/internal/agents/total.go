package agents

import "github.com/apportion/apportion/core/internal/resource"

// ChangeTotal changes an agent's total by x. A total that others share is copied first.
func (as *Agents) ChangeTotal(g *Agent, x *resource.Difference) {
	if !g.OwnsTotal {
		g.Total, g.OwnsTotal = g.Total.Clone(&as.Memory.Bags), true
	}
	g.Total.Apply(x, &as.kinds.Kinds)
	g.Total.Trim()
	g.noteGPUs()
}

// shareTotal makes g.Total a bag that agents with the same total share.
func (as *Agents) shareTotal(g *Agent, total *resource.Bag) {
	g.Total, g.OwnsTotal = as.TotalsByBag.Of(total, &as.Memory.Bags), false
	g.noteGPUs()
}

// noteGPUs follows a change of the agent's total.
func (g *Agent) noteGPUs() { g.GPUs = g.Total.Flags&resource.GPUs != 0 }
