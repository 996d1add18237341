package core

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/quantities"
)

// applyTotal replaces an agent's total and all that depends on it.
func (a *Allocator) applyTotal(slot agentSlot, total *bag) {
	x := &a.scratch.total
	x.between(a.agents.at(slot).total, total, &a.kinds)
	a.changeTotal(slot, x)
	a.changeFree(slot, x)
}

// changeTotal changes an agent's total and the sums that it is part of; what is
// free is the caller's to keep.
func (a *Allocator) changeTotal(slot agentSlot, x *change) {
	if x.gone.empty() && x.come.empty() {
		return
	}
	g := a.agents.at(slot)
	if !g.ownsTotal {
		g.total, g.ownsTotal = g.total.clone(&a.arenas), true
	}
	g.total.apply(x, &a.kinds)
	a.countTotal(g, x)
}

// countTotal follows a change of an agent's total, which is done, in the sorters
// and the role tree's reservations. Only what differs is counted: an agent may
// have hundreds of reservations of which one changes.
// HierarchicalAllocatorProcess::updateSlaveTotal.
func (a *Allocator) countTotal(g *agent, x *change) {
	gone, come := &a.scratch.rows[0], &a.scratch.rows[1]
	a.weighScalars(gone, &x.gone)
	a.weighScalars(come, &x.come)
	a.totals.Change(*gone, *come)
	g.gpus = g.total.flags&kindGPUs != 0
	a.countReserved(&x.gone, -1)
	a.countReserved(&x.come, +1)
}

func (a *Allocator) weighScalars(row *quantities.Row, b *bag) {
	row.Reset()
	b.scalars(row, &a.kinds)
}

// countReserved adds a total's reservations to their roles and the roles
// above, or takes them out.
func (a *Allocator) countReserved(b *bag, sign int) {
	if b.flags&kindReserved == 0 {
		return
	}
	for _, c := range b.counts {
		if c.flags&kindReserved == 0 {
			continue
		}
		q := quantities.Amount(sign) * a.kinds.amount(c)
		for id := a.kinds.roleOf(c); id != noRole; id = a.roles.get(id).parent {
			r := a.roles.get(id)
			r.reserved.AddAt(c.name, q)
			if r.hasQuota {
				a.quotaChanged(id, r)
			}
		}
		a.roles.reserved.AddAt(c.name, q)
	}
}

// maxClusterAmount keeps the cluster's sums, and differences of them, within
// an int64.
const maxClusterAmount = quantities.Amount(1) << 61

// checkGrowth refuses a total, in the place of old if that is not nil, that
// would make the cluster's sums overflow.
func (a *Allocator) checkGrowth(id string, total, old *bag) *Error {
	now, before := &a.scratch.rows[0], &a.scratch.rows[1]
	a.weighScalars(now, total)
	before.Reset()
	if old != nil {
		old.scalars(before, &a.kinds)
	}
	for n, q := range *now {
		name := quantities.Name(n)
		if a.totals.Total().At(name)-before.At(name)+q > maxClusterAmount {
			return errorf(CodeAmount, "agent %q: the cluster's %s would exceed %v", id, a.names.String(name), maxClusterAmount)
		}
	}
	return nil
}

// addAllocated enters b into what tasks of a role use on an agent.
//
// DIVERGES: the quota that a role has consumed, as a metric, counts this from
// the agent's arrival; in Mesos a framework that is not known yet is left out.
func (a *Allocator) addAllocated(g *agent, role RoleID, b *bag) {
	if b.empty() {
		return
	}
	a.chargeAllocated(role, b, +1)
	for i := range g.allocated {
		if g.allocated[i].role == role {
			g.allocated[i].held.add(b)
			return
		}
	}
	n := len(g.allocated)
	g.allocated = slices.Grow(g.allocated, 1)[:n+1]
	w := &g.allocated[n]
	w.role = role
	w.held.copyFrom(b)
}

// dropAllocated takes b, which is contained, out of what tasks of a role use.
func (a *Allocator) dropAllocated(g *agent, role RoleID, b *bag) {
	a.chargeAllocated(role, b, -1)
	for i := range g.allocated {
		w := &g.allocated[i]
		if w.role != role {
			continue
		}
		if w.held.sub(b, &a.kinds); w.held.empty() {
			last := len(g.allocated) - 1
			g.allocated[i], g.allocated[last] = g.allocated[last], g.allocated[i]
			g.allocated[last].held.reset()
			g.allocated = g.allocated[:last]
		}
		return
	}
}

// allocatedOf returns what tasks of a role use on an agent, or nil.
func (g *agent) allocatedOf(role RoleID) *bag {
	for i := range g.allocated {
		if g.allocated[i].role == role {
			return &g.allocated[i].held
		}
	}
	return nil
}

// chargeAllocated keeps the role tree's sums of what tasks use.
func (a *Allocator) chargeAllocated(id RoleID, b *bag, sign int) {
	row := &a.scratch.row
	row.Reset()
	b.scalarsOf(row, &a.kinds, kindReserved|kindRevocable, 0)
	for ; id != noRole; id = a.roles.get(id).parent {
		addSigned(&a.roles.get(id).allocated, *row, sign)
	}
}

// sortedAgents returns the live agents by ascending id. New ones are merged
// in when the order is asked for, so that adding many costs one sort.
func (a *Allocator) sortedAgents() []agentSlot {
	if a.idsSorted < len(a.agentsByID) {
		byName := func(x, y agentSlot) int {
			return strings.Compare(a.agents.at(x).name(), a.agents.at(y).name())
		}
		fresh := a.agentsByID[a.idsSorted:]
		slices.SortFunc(fresh, byName)
		if a.idsSorted > 0 {
			a.scratch.slots = mergeSorted(a.scratch.slots[:0], a.agentsByID[:a.idsSorted], fresh, byName)
			copy(a.agentsByID, a.scratch.slots)
		}
		a.idsSorted = len(a.agentsByID)
	}
	return a.agentsByID
}

func mergeSorted(dst, x, y []agentSlot, compare func(x, y agentSlot) int) []agentSlot {
	for len(x) > 0 && len(y) > 0 {
		if compare(x[0], y[0]) <= 0 {
			dst, x = append(dst, x[0]), x[1:]
		} else {
			dst, y = append(dst, y[0]), y[1:]
		}
	}
	return append(append(dst, x...), y...)
}

func (a *Allocator) dropFromOrder(slot agentSlot) {
	i := slices.Index(a.agentsByID, slot)
	if i < a.idsSorted {
		a.idsSorted--
	}
	a.agentsByID = slices.Delete(a.agentsByID, i, i+1)
}

func clone(s string) string { return strings.Clone(s) }
