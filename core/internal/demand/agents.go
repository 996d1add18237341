package demand

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// agentsToVisit are the agents that a cycle visits. On one that has changed since everybody was asked
// about it, a visit asks everybody, and on another one those who are new.
type agentsToVisit struct {
	*state
	asked changes.Asked
	new   newTakers

	ofAll bool                          // the cycle comes to every agent that may be offered
	draws uint64                        // the number from which a stage makes its random draws
	again container.BitSet[slots.Agent] // agents about which the next cycle asks again, as the outcome may be another one
}

// open begins a cycle.
func (a *agentsToVisit) open() {
	a.ofAll = false
	a.again.Reset()
	a.new.open()
}

// list appends the candidates to visit.
func (a *agentsToVisit) list(dst []uint64, candidates container.BitSet[slots.Agent]) []uint64 {
	if a.frameworks.Active.Empty() {
		return dst
	}
	dst, a.ofAll = a.asked.AppendPending(dst, candidates, a.agents.Offerable, a.agents.Admitted, a.fullPass)
	return dst
}

// OfAll reports whether the cycle comes to every agent that may be offered.
func (a *agentsToVisit) OfAll() bool { return a.ofAll }

// begin begins the visit of an agent, on which nobody has been asked yet.
func (a *agentsToVisit) begin(slot slots.Agent, g *agents.Agent) {
	v := &a.visit
	v.slot, v.agent, v.nonce, v.HeldBack = slot, g, a.draws^uint64(slot), 0
	upTo := a.asked.UpTo(slot)
	v.ofNews = !a.fullPass && upTo >= max(a.changes.Since(), a.changes.Everybody(), a.changes.Offers.At(slot)) && a.new.find()
}

// AskAgain notes that what this visit finds out about its agent may be another thing in the next
// cycle, though nothing changes: it hangs on the order in which quota cuts, which is drawn, or on
// what the cluster can count of shared volumes.
func (a *agentsToVisit) AskAgain() { a.again.Set(a.slot) }

// end ends a visit of the fair stage.
func (a *agentsToVisit) end(offered bool) {
	switch {
	case offered:
	case a.again.Has(a.slot):
		a.Looked.Again++
	default:
		a.asked.InVain(a.slot)
	}
}
