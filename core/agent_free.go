package core

import "github.com/apportion/apportion/core/internal/resource"

// What an agent has free is kept, not computed: offers take from it, and what is
// recovered is given back.

// takeFree takes b, which is part of it, out of what is free on an agent.
func (a *Allocator) takeFree(slot agentSlot, b *resource.Bag) {
	g := a.agents.At(slot)
	if b.Flags&resource.Revocable != 0 {
		a.countFreeRevocable(b, resource.Shared, -1)
	}
	g.free.Take(b, &a.kinds.Kinds)
	a.freeChanged(slot, g)
}

// giveFree returns b, which was in use, to what is free on an agent.
func (a *Allocator) giveFree(slot agentSlot, b *resource.Bag) {
	g := a.agents.At(slot)
	if g.overdrawn {
		a.refreshFree(slot)
		return
	}
	if b.Flags&resource.Revocable != 0 {
		a.countFreeRevocable(b, resource.Shared, +1)
	}
	g.free.Give(b, &a.kinds.Kinds)
	a.freeChanged(slot, g)
}

// changeFree follows a change of an agent's total, which is done. What is in
// use stays, so that the same changes in what is free, unless it is in use.
func (a *Allocator) changeFree(slot agentSlot, x *resource.Difference) {
	g := a.agents.At(slot)
	if g.overdrawn || !g.free.Contains(&x.Gone) {
		a.refreshFree(slot)
		return
	}
	revocable := (x.Gone.Flags|x.Come.Flags)&resource.Revocable != 0
	if revocable { // all of it, since copies of a shared volume count once
		a.countFreeRevocable(&g.free, 0, -1)
	}
	g.free.Apply(x, &a.kinds.Kinds)
	if revocable {
		a.countFreeRevocable(&g.free, 0, +1)
	}
	g.free.Trim()
	a.freeChanged(slot, g)
}

// refreshFree works out from the ledger what is free on an agent, after its
// total changed, or something is in use that was never free.
func (a *Allocator) refreshFree(slot agentSlot) {
	g := a.agents.At(slot)
	if g.free.Flags&resource.Revocable != 0 {
		a.countFreeRevocable(&g.free, 0, -1)
	}
	used := &a.scratch.used
	a.heldOn(used, g)
	g.free.SetFree(g.total, used, &a.kinds.Kinds)
	g.free.Trim()
	g.overdrawn = !g.total.Covers(used, &a.kinds.Kinds)
	a.countBeyondTotal(slot, used)
	if g.free.Flags&resource.Revocable != 0 {
		a.countFreeRevocable(&g.free, 0, +1)
	}
	a.freeChanged(slot, g)
}

// heldOn makes b all that is held on an agent.
func (a *Allocator) heldOn(b *resource.Bag, g *agent) {
	b.Reset()
	for _, ref := range g.entries {
		b.Add(&a.entries.At(ref.entry).resources)
	}
}

// freeChanged keeps what follows from an agent's free resources.
func (a *Allocator) freeChanged(slot agentSlot, g *agent) {
	a.offerable.Put(slot, !g.free.Empty())
	a.markDirty(slot)
	if a.fullness.wanted {
		a.fullness.known.Clear(slot)
	}
}

// countFreeRevocable keeps the cluster's sum of free revocable scalars. What is
// offered and given back leaves out shared volumes, which stay free.
func (a *Allocator) countFreeRevocable(b *resource.Bag, without resource.Flags, sign int) {
	row := &a.scratch.row
	row.Reset()
	b.ScalarsOf(row, &a.kinds.Kinds, resource.Revocable|without, resource.Revocable)
	addSigned(&a.freeRevocable, *row, sign)
}
