package ledger

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// RefreshFree works out an agent's Free from the ledger, after its total changed, or
// after something was entered that was never free.
func (lg *Ledger) RefreshFree(slot slots.Agent) {
	g := lg.agents.At(slot)
	held := &lg.scratch.refreshFree.held
	lg.HeldOn(held, slot, g)
	lg.agents.SetFree(slot, g, held)
	lg.Cluster.countBeyond(slot, g, held)
	resource.Poison(held)
}

// HeldOn makes b all that is held on an agent, with originals in the place of what is lent, as in the total.
func (lg *Ledger) HeldOn(b *resource.Bag, slot slots.Agent, g *agents.Agent) {
	b.Reset()
	for _, ref := range g.Entries {
		b.Add(&lg.Entries.At(ref.Entry).Resources)
	}
	lg.lending.InTotal(b, slot)
}
