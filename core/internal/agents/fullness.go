package agents

import "github.com/apportion/apportion/quantities"

// FullnessOf returns how full an agent is, from 0 to 1: the largest part of a scalar that is not
// free.
func (as *Agents) FullnessOf(g *Agent) float64 {
	free := &as.scratch.largestPart.part
	free.Reset()
	g.Free.Scalars(free, &as.kinds.Kinds)
	return as.largestPart(g, func(n quantities.Name, total quantities.Amount) quantities.Amount { return total - free.At(n) })
}

// UsedOf returns the largest part of an agent's scalars that tasks use, at most 1, and adds what they
// use to sum.
func (as *Agents) UsedOf(g *Agent, sum *quantities.Row) float64 {
	used := &as.scratch.largestPart.part
	used.Reset()
	for i := range g.InUse {
		g.InUse[i].Resources.Scalars(used, &as.kinds.Kinds)
	}
	for n, q := range used.All() {
		sum.AddAt(n, q) // to add rows would go through all names of the sum
	}
	return as.largestPart(g, func(n quantities.Name, _ quantities.Amount) quantities.Amount { return used.At(n) })
}

// largestPart returns the largest part of a scalar that an agent has, at most 1.
func (as *Agents) largestPart(g *Agent, of func(n quantities.Name, total quantities.Amount) quantities.Amount) float64 {
	totals, largest := &as.scratch.largestPart.totals, 0.0
	totals.Reset()
	g.Total.Scalars(totals, &as.kinds.Kinds)
	for n, total := range totals.All() {
		if total > 0 {
			largest = max(largest, float64(of(n, total))/float64(total))
		}
	}
	return min(largest, 1)
}
