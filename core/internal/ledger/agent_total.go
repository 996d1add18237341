package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// A kind or item is known while the host holds it, or an agent or the book of lending refers to it. An agent refers
// to its total and to what lingers on it (Lingering). Offers are of the total, so that no reference is counted when
// they come and go.

// referToTotal counts an agent's references anew after its total has changed by x.
func (lg *Ledger) referToTotal(slot slots.Agent, g *agents.Agent, x *resource.Difference) {
	lg.kinds.Refer(g.TotalBag(), x)
	if x.Gone.Empty() {
		return
	}
	if len(g.Entries) > 0 || len(g.InUse) > 0 || !g.Filters.Empty() {
		lg.Lingerings.Add(slot, g, &x.Gone)
	}
	lg.kinds.Unrefer(g.TotalBag(), &x.Gone)
}

// CheckNewTotal refuses a total with which the cluster's amounts could not be
// counted.
func (lg *Ledger) CheckNewTotal(slot slots.Agent, g *agents.Agent, total *resource.Bag) *alloc.Error {
	held := &lg.scratch.checkNewTotal.held
	lg.HeldOn(held, slot, g)
	claims := lg.Claims()
	claims.AddBefore(slot)
	claims.AddAfter(total, held)
	resource.Poison(held)
	return claims.Check(g.Name)
}

// ApplyTotal replaces an agent's total, and brings all that depends on it up to date. If less
// of an item is left than is held, nothing of the item is free, and the agent is Overdrawn (agents.SetFree).
func (lg *Ledger) ApplyTotal(slot slots.Agent, total *resource.Bag) {
	x := &lg.scratch.applyTotal.change
	x.Between(lg.agents.At(slot).TotalBag(), total, lg.kinds)
	lg.ChangeTotal(slot, x)
	lg.RefreshFree(slot)
	resource.Poison(&x.Gone, &x.Come)
}

// ChangeTotal changes an agent's total and the sums that it is part of. The caller
// keeps Agent.Free.
func (lg *Ledger) ChangeTotal(slot slots.Agent, x *resource.Difference) {
	if x.Empty() {
		return
	}
	g := lg.agents.At(slot)
	lg.agents.ChangeTotal(g, x)
	lg.referToTotal(slot, g, x)
	counted := x.Quantities(g.TotalBag())
	lg.countTotal(g, &counted)
}

// countTotal tells the sorters and the roles' reservations that an agent's total has changed by x
// (HierarchicalAllocatorProcess::updateSlaveTotal). It counts only the difference: an agent may have hundreds of
// reservations of which one changes.
func (lg *Ledger) countTotal(g *agents.Agent, x *resource.Difference) {
	gone, come := &lg.scratch.countTotal.gone, &lg.scratch.countTotal.come
	x.Gone.SetScalars(gone, lg.kinds)
	x.Come.SetScalars(come, lg.kinds)
	lg.totals.Change(*gone, *come)
	lg.roles.CountReserved(&x.Gone, lg.kinds, -1)
	lg.roles.CountReserved(&x.Come, lg.kinds, +1)
}
