package core

import "github.com/apportion/apportion/quantities"

// reach returns what of an agent's free resources a role may be offered: what
// is unreserved, or reserved to the role or one of its ancestors. The result
// is either the agent's own bag or scratch, valid until something is offered.
func (a *Allocator) reach(c *cycleScratch, g *agent, id RoleID) *bag {
	if g.free.flags&kindReserved == 0 {
		return &g.free
	}
	b := &c.reachable
	b.reset()
	for _, n := range g.free.counts {
		if n.flags&kindReserved == 0 || a.roles.isSelfOrAncestor(a.kinds.roleOf(n), id) {
			b.counts = append(b.counts, n)
			b.flags |= n.flags
		}
	}
	for _, x := range g.free.spans {
		k := &a.kinds.entries[x.kind]
		if k.flags&kindReserved == 0 || a.roles.isSelfOrAncestor(k.role, id) {
			b.spans = append(b.spans, x)
			b.flags |= k.flags
		}
	}
	if len(b.counts) == len(g.free.counts) && len(b.spans) == len(g.free.spans) {
		return &g.free
	}
	return b
}

// strip takes out of b what the framework is not capable of receiving
// (stripIncapableResources).
func (a *Allocator) strip(c *cycleScratch, b *bag, caps Capabilities) *bag {
	var bar kindFlags
	if caps&SharedResources == 0 {
		bar |= kindShared
	}
	if caps&RevocableResources == 0 {
		bar |= kindRevocable
	}
	if caps&ReservationRefinement == 0 {
		bar |= kindRefined
	}
	if b.flags&bar == 0 {
		return b
	}
	a.selectInto(&c.capable, b, bar, 0)
	return &c.capable
}

// selectInto makes dst the part of src whose kinds' flags under mask equal
// want.
func (a *Allocator) selectInto(dst, src *bag, mask, want kindFlags) {
	dst.reset()
	for _, n := range src.counts {
		if n.flags&mask == want {
			dst.counts = append(dst.counts, n)
			dst.flags |= n.flags
		}
	}
	for _, x := range src.spans {
		if f := a.kinds.flags(uint32(x.kind)); f&mask == want {
			dst.spans = append(dst.spans, x)
			dst.flags |= f
		}
	}
}

// allocatable reports whether b is worth an offer: it is not empty and holds
// all of at least one of the minima, if there are any.
func (a *Allocator) allocatable(b *bag, minima []quantities.Row) bool {
	if b.empty() {
		return false
	}
	for _, row := range minima {
		if a.holds(b, row) {
			return true
		}
	}
	return len(minima) == 0
}

// holds reports whether b holds at least row, over all kinds of each name. A
// number in a range or an item of a set counts as one.
//
// DIVERGES: Mesos subtracts doubles here, so that 0.1 and 0.2 do not hold 0.3.
func (a *Allocator) holds(b *bag, row quantities.Row) bool {
	for n, need := range row {
		if need > 0 && !a.holdsOf(b, quantities.Name(n), need) {
			return false
		}
	}
	return true
}

// holdsOf reports whether b holds so much of one name. Ranges are looked at
// only if the rest is not enough.
func (a *Allocator) holdsOf(b *bag, name quantities.Name, need quantities.Amount) bool {
	for _, c := range b.counts {
		if c.name == name {
			if need -= a.kinds.amount(c); need <= 0 {
				return true
			}
		}
	}
	for _, x := range b.spans {
		if a.kinds.entries[x.kind].name == name {
			need -= quantities.Amount(x.count()) * quantities.Unit
		}
	}
	return need <= 0
}

// capable reports whether a framework may be offered the agent at all: its
// GPUs, its region (isCapableOfReceivingAgent).
func (a *Allocator) capable(caps Capabilities, g *agent) bool {
	if g.gpus && caps&GPUResources == 0 && !a.options.OfferGPUsToAll {
		return false
	}
	return caps&RegionAware != 0 || !g.remote
}

// declined reports whether an offer must not be made because of what agent
// and framework can do, or because the framework has refused it (isFiltered).
func (a *Allocator) declined(g *agent, m memberSlot, caps Capabilities, offer *bag) bool {
	mem := a.members.at(m)
	if caps&MultiRole != 0 && g.capabilities&MultiRole == 0 {
		return true
	}
	if g.capabilities&HierarchicalRole == 0 && a.roles.get(mem.role).parent != noRole {
		return true
	}
	return a.filtered(g, m, offer)
}
