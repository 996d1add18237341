package agents

import "github.com/apportion/apportion/quantities"

// LoadMeter measures agents, one after the other, in memory of its own: hosts may ask about loads in
// several threads at once.
type LoadMeter struct{ totals, part quantities.Row }

// FullnessOf returns how full an agent is, from 0 to 1: the largest part of a scalar that is not
// free. Stages of a cycle ask it where agents go by it (package agentorder), and hosts (Loads).
func (m *LoadMeter) FullnessOf(as *Agents, g *Agent) float64 {
	g.Free.SetScalars(&m.part, as.kinds)
	return m.largestPart(as, g, func(n quantities.Name, total quantities.Amount) quantities.Amount { return total - m.part.At(n) })
}

// UsedOf returns the largest part of an agent's scalars that tasks use, at most 1, and adds what they
// use to sum. Hosts ask it (Loads).
func (m *LoadMeter) UsedOf(as *Agents, g *Agent, sum *quantities.Row) float64 {
	m.part.Reset()
	for i := range g.InUse {
		g.InUse[i].Resources.Scalars(&m.part, as.kinds)
	}
	for n, q := range m.part.All() {
		sum.AddAt(n, q) // to add rows would go through all names of the sum
	}
	return m.largestPart(as, g, func(n quantities.Name, _ quantities.Amount) quantities.Amount { return m.part.At(n) })
}

// largestPart returns the largest part of a scalar that an agent has, at most 1.
func (m *LoadMeter) largestPart(as *Agents, g *Agent, of func(n quantities.Name, total quantities.Amount) quantities.Amount) float64 {
	g.Total.SetScalars(&m.totals, as.kinds)
	largest := 0.0
	for n, total := range m.totals.All() {
		if total > 0 {
			largest = max(largest, float64(of(n, total))/float64(total))
		}
	}
	return min(largest, 1)
}
