package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// checkNewTotal refuses a total with which the cluster's amounts could not be
// counted.
func (a *Allocator) checkNewTotal(slot agentSlot, g *agent, total *resource.Bag) *Error {
	held := &a.scratch.used
	a.heldOn(held, g)
	claims := a.claims()
	claims.had(slot)
	claims.has(total, held)
	return claims.check(g.name())
}

// applyTotal replaces an agent's total and all that depends on it.
func (a *Allocator) applyTotal(slot agentSlot, total *resource.Bag) {
	x := &a.scratch.total
	x.Between(a.agents.At(slot).total, total, &a.kinds.Kinds)
	a.changeTotal(slot, x)
	a.changeFree(slot, x)
}

// changeTotal changes an agent's total and the sums that it is part of; what is
// free is the caller's to keep.
func (a *Allocator) changeTotal(slot agentSlot, x *resource.Difference) {
	if x.Empty() {
		return
	}
	g := a.agents.At(slot)
	if !g.ownsTotal {
		g.total, g.ownsTotal = g.total.Clone(&a.agentMemory.bags), true
	}
	g.total.Apply(x, &a.kinds.Kinds)
	g.total.Trim()
	a.referToTotal(slot, g, x)
	counted := x.Quantities(g.total)
	a.countTotal(g, &counted)
}

// countTotal follows a change of an agent's total, which is done, in the sorters
// and the role tree's reservations. Only what differs is counted: an agent may
// have hundreds of reservations of which one changes.
// HierarchicalAllocatorProcess::updateSlaveTotal.
func (a *Allocator) countTotal(g *agent, x *resource.Difference) {
	gone, come := &a.scratch.rows[0], &a.scratch.rows[1]
	a.scalarsOf(gone, &x.Gone)
	a.scalarsOf(come, &x.Come)
	a.totals.Change(*gone, *come)
	g.gpus = g.total.Flags&resource.GPUs != 0
	a.countReserved(&x.Gone, -1)
	a.countReserved(&x.Come, +1)
}

func (a *Allocator) scalarsOf(row *quantities.Row, b *resource.Bag) {
	row.Reset()
	b.Scalars(row, &a.kinds.Kinds)
}

// countReserved adds a total's reservations to their roles and the roles
// above, or takes them out.
func (a *Allocator) countReserved(b *resource.Bag, sign int) {
	if b.Flags&resource.Reserved == 0 {
		return
	}
	for _, c := range b.Counts {
		if c.Flags()&resource.Reserved == 0 {
			continue
		}
		q := quantities.Amount(sign) * a.kinds.Amount(c)
		for id := a.roleOf(c); id != noRole; id = a.roles.get(id).parent {
			r := a.roles.get(id)
			r.reserved.AddAt(c.Name, q)
			if r.hasQuota {
				a.quotaChanged(id, r)
			}
		}
		a.roles.reserved.AddAt(c.Name, q)
		a.roles.relist(a.roleOf(c))
	}
}
