package core

// takeFree takes b, which is part of it, out of what is free on an agent.
func (a *Allocator) takeFree(slot agentSlot, b *bag) {
	g := a.agents.at(slot)
	if b.flags&kindRevocable != 0 {
		a.countRevocable(b, -1)
	}
	g.free.take(b, &a.kinds)
	a.freeChanged(slot, g)
}

// giveFree returns b, which was in use, to what is free on an agent.
func (a *Allocator) giveFree(slot agentSlot, b *bag) {
	g := a.agents.at(slot)
	if g.overdrawn {
		a.refreshFree(slot)
		return
	}
	if b.flags&kindRevocable != 0 {
		a.countRevocable(b, +1)
	}
	g.free.give(b, &a.kinds)
	a.freeChanged(slot, g)
}

// changeFree follows a change of an agent's total, which is done. What is in
// use stays, so that the same changes in what is free, unless it is in use.
func (a *Allocator) changeFree(slot agentSlot, x *change) {
	g := a.agents.at(slot)
	if g.overdrawn || !g.free.contains(&x.gone) {
		a.refreshFree(slot)
		return
	}
	if x.gone.flags&kindRevocable != 0 {
		a.countRevocable(&x.gone, -1)
	}
	if x.come.flags&kindRevocable != 0 {
		a.countRevocable(&x.come, +1)
	}
	g.free.apply(x, &a.kinds)
	a.freeChanged(slot, g)
}

// refreshFree works out from the ledger what is free on an agent, after its
// total changed, or something is in use that was never free.
func (a *Allocator) refreshFree(slot agentSlot) {
	g := a.agents.at(slot)
	if g.free.flags&kindRevocable != 0 {
		a.countRevocable(&g.free, -1)
	}
	used := &a.scratch.used
	used.reset()
	for _, ref := range g.entries {
		used.add(&a.entries.at(ref.entry).held)
	}
	g.free.setFree(g.total, used, &a.kinds)
	g.overdrawn = !g.total.covers(used, &a.kinds)
	if g.free.flags&kindRevocable != 0 {
		a.countRevocable(&g.free, +1)
	}
	a.freeChanged(slot, g)
}

// freeChanged keeps what follows from an agent's free resources.
func (a *Allocator) freeChanged(slot agentSlot, g *agent) {
	a.offerable.put(slot, !g.free.empty())
	a.stir(slot)
}

// countRevocable keeps the cluster's sum of free revocable scalars.
func (a *Allocator) countRevocable(b *bag, sign int) {
	row := &a.scratch.row
	row.Reset()
	b.scalarsOf(row, &a.kinds, kindRevocable, kindRevocable)
	addSigned(&a.freeRevocable, *row, sign)
}

// stir forgets that an agent was offered to everyone in vain.
func (a *Allocator) stir(slot agentSlot) { a.restless.set(slot) }

// setFree makes b what an agent can still offer: its total less what is in
// use. Shared volumes stay available however often they are in use
// (Slave::updateAvailable).
func (b *bag) setFree(total, used *bag, t *kindTable) {
	b.copyFrom(total)
	b.take(used, t)
}

// take takes o out of b, but for shared items.
func (b *bag) take(o *bag, t *kindTable) {
	if o.flags&kindShared == 0 {
		b.sub(o, t)
		return
	}
	plain := o.unshared(t)
	b.sub(&plain, t)
}

// give puts o into b, but for shared items.
func (b *bag) give(o *bag, t *kindTable) {
	if o.flags&kindShared == 0 {
		b.add(o)
		return
	}
	plain := o.unshared(t)
	b.add(&plain)
}

// covers reports whether b holds all of o that is not shared.
func (b *bag) covers(o *bag, t *kindTable) bool {
	if o.flags&kindShared == 0 {
		return b.contains(o)
	}
	plain := o.unshared(t)
	return b.contains(&plain)
}

// unshared returns b without its shared items, with b's spans.
func (b *bag) unshared(t *kindTable) bag {
	out := bag{spans: b.spans}
	for _, c := range b.counts {
		if c.flags&kindShared == 0 {
			out.counts = append(out.counts, c)
			out.flags |= c.flags
		}
	}
	for _, x := range b.spans {
		out.flags |= t.flags(uint32(x.kind))
	}
	return out
}
