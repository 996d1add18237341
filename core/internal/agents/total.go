package agents

import "github.com/apportion/apportion/core/internal/resource"

// ChangeTotal changes an agent's total by x, and leaves Free alone. Ledger.ChangeTotal calls it, and counts the sums.
func (as *Agents) ChangeTotal(g *Agent, x *resource.Difference) {
	g.Total.Apply(x, as.kinds)
	g.Total.Trim()
	g.GPUs = g.Total.Flags&resource.GPUs != 0
}
