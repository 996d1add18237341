package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
)

// AddInUse enters that tasks of a role use b, as far as the role holds it, on an agent.
func (lg *Ledger) AddInUse(g *agents.Agent, role alloc.RoleID, b *resource.Bag) {
	if b.Empty() {
		return
	}
	lg.agents.AddInUse(g, role, b)
	lg.EndUseBeyondHeld(g, role)
}

// EndUseBeyondHeld takes out of a role's InUse.Resources on an agent what the role's
// frameworks do not hold there. Whatever lowers what they hold calls it, unless the use ends
// with that, or the agent goes.
func (lg *Ledger) EndUseBeyondHeld(g *agents.Agent, role alloc.RoleID) {
	w := g.InUseOf(role)
	if w == nil || w.Resources.Empty() {
		return
	}
	used := w.Resources
	for _, ref := range g.Entries {
		if lg.frameworks.Subscriptions.At(ref.Subscription).Role == role && lg.Entries.At(ref.Entry).Resources.Contains(&used) {
			return // mostly one framework holds it all
		}
	}
	held := &lg.scratch.endUseBeyondHeld.held
	lg.HeldByRole(held, g, role)
	lg.agents.EndUseBeyond(w, held)
	resource.Poison(held)
}

// HeldByRole makes b all that a role's frameworks hold on an agent.
func (lg *Ledger) HeldByRole(b *resource.Bag, g *agents.Agent, role alloc.RoleID) {
	b.Reset()
	for _, ref := range g.Entries {
		if lg.frameworks.Subscriptions.At(ref.Subscription).Role == role {
			b.Add(&lg.Entries.At(ref.Entry).Resources)
		}
	}
}
