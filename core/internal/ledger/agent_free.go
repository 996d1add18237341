package ledger

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Agent.Free is kept, not computed: offers take from it, and recovered resources are
// given back to it.

// takeFree takes b out of an agent's Free, which contains it.
func (lg *Ledger) takeFree(slot slots.Agent, b *resource.Bag) {
	g := lg.agents.At(slot)
	if b.Flags&resource.Revocable != 0 {
		lg.countFreeRevocable(b, resource.Shared, -1)
	}
	g.Free.Take(b, &lg.kinds.Kinds)
	lg.agents.FreeChanged(slot, g)
}

// giveFree returns b, which was held, to an agent's Free.
func (lg *Ledger) giveFree(slot slots.Agent, b *resource.Bag) {
	g := lg.agents.At(slot)
	if g.Overdrawn {
		lg.RefreshFree(slot)
		return
	}
	if b.Flags&resource.Revocable != 0 {
		lg.countFreeRevocable(b, resource.Shared, +1)
	}
	g.Free.Give(b, &lg.kinds.Kinds)
	lg.agents.FreeChanged(slot, g)
}

// ChangeFree follows a change of an agent's total, which is done. Held resources stay
// held, so that Free changes by the same difference, if it contains x.Gone.
func (lg *Ledger) ChangeFree(slot slots.Agent, x *resource.Difference) {
	g := lg.agents.At(slot)
	if g.Overdrawn || !g.Free.Contains(&x.Gone) {
		lg.RefreshFree(slot)
		return
	}
	revocable := (x.Gone.Flags|x.Come.Flags)&resource.Revocable != 0
	if revocable { // all of it, since copies of a shared volume count once
		lg.countFreeRevocable(&g.Free, 0, -1)
	}
	g.Free.Apply(x, &lg.kinds.Kinds)
	if revocable {
		lg.countFreeRevocable(&g.Free, 0, +1)
	}
	g.Free.Trim()
	lg.agents.FreeChanged(slot, g)
}

// RefreshFree works out an agent's Free from the ledger, after its total changed, or
// after something was entered that was never free.
func (lg *Ledger) RefreshFree(slot slots.Agent) {
	g := lg.agents.At(slot)
	if g.Free.Flags&resource.Revocable != 0 {
		lg.countFreeRevocable(&g.Free, 0, -1)
	}
	used := &lg.scratch.used
	lg.HeldOn(used, g)
	g.Free.SetFree(g.Total, used, &lg.kinds.Kinds)
	g.Free.Trim()
	g.Overdrawn = !g.Total.Covers(used, &lg.kinds.Kinds)
	lg.countBeyondTotal(slot, used)
	if g.Free.Flags&resource.Revocable != 0 {
		lg.countFreeRevocable(&g.Free, 0, +1)
	}
	lg.agents.FreeChanged(slot, g)
}

// HeldOn makes b all that is held on an agent.
func (lg *Ledger) HeldOn(b *resource.Bag, g *agents.Agent) {
	b.Reset()
	for _, ref := range g.Entries {
		b.Add(&lg.Entries.At(ref.Entry).Resources)
	}
}

// countFreeRevocable keeps Ledger.FreeRevocable. Offers and recoveries leave out shared
// volumes, which stay free.
func (lg *Ledger) countFreeRevocable(b *resource.Bag, without resource.Flags, sign int) {
	row := &lg.scratch.row
	row.Reset()
	b.ScalarsOf(row, &lg.kinds.Kinds, resource.Revocable|without, resource.Revocable)
	addSigned(&lg.FreeRevocable, *row, sign)
}
