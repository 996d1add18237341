package core

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/quantities"
)

// Where quota allows only part of an agent's disks, it matters in which order
// they are gone through. Mesos shuffles its vectors of resources for that, with
// the generator of the C library, so even this is a function of the calls: of
// the order of each vector (entries are appended, and one that is used up is
// replaced by the last) and of all shuffles before. Under OrderByID, which is
// there to give Mesos's own answers, both are kept track of.

// listing is the order of the items of a Resources object of Mesos's.
type listing []itemID

// agentOrders is what is kept track of for an agent. It stays empty where that
// is not done.
type agentOrders struct {
	totalOrder listing
	usedOrder  []listed
	heldOrder  []heldListing
}

// listed is an item allocated to a role.
type listed struct {
	role RoleID
	item itemID
}

// add appends an item that is not there yet.
func (l *listing) add(id itemID) {
	if !slices.Contains(*l, id) {
		*l = append(*l, id)
	}
}

// drop puts the last item in the place of one that is used up.
func (l *listing) drop(id itemID) {
	if i := slices.Index(*l, id); i >= 0 {
		last := len(*l) - 1
		(*l)[i] = (*l)[last]
		*l = (*l)[:last]
	}
}

// has reports whether b holds any of an item.
func (b *bag) has(id itemID) bool {
	return b.of(id) != 0 || len(b.spans.of(KindID(id))) > 0
}

// listItems returns the order of the items of resources that readBag has
// accepted.
func (a *Allocator) listItems(list []Resource) listing {
	if !a.lists() {
		return nil
	}
	var l listing
	for i := range list {
		r := &list[i]
		if a.kinds.flags(uint32(r.Kind))&kindSpans == 0 && r.Amount == 0 {
			continue
		}
		id := itemID(r.Kind)
		if a.kinds.flags(id)&kindIndivisible != 0 {
			id = a.kinds.units[unitKey{r.Kind, r.Amount}]
		}
		l.add(id)
	}
	return l
}

func (a *Allocator) lists() bool { return a.options.AgentOrder == OrderByID }

// heldListing is the order of what one framework holds on an agent.
type heldListing struct {
	framework frameworkSlot
	items     []listed
}

// listUsed appends what a framework has just taken into use on an agent for a
// role, to the order of all that is used there and to that of its own.
func (a *Allocator) listUsed(g *agent, f frameworkSlot, r RoleID, l listing) {
	if len(l) == 0 {
		return
	}
	own := slices.IndexFunc(g.heldOrder, func(h heldListing) bool { return h.framework == f })
	if own < 0 {
		own = len(g.heldOrder)
		g.heldOrder = append(g.heldOrder, heldListing{framework: f})
	}
	for _, id := range l {
		addListed(&g.usedOrder, listed{r, id})
		addListed(&g.heldOrder[own].items, listed{r, id})
	}
}

func addListed(l *[]listed, x listed) {
	if !slices.Contains(*l, x) {
		*l = append(*l, x)
	}
}

func dropListed(l *[]listed, x listed) {
	if i := slices.Index(*l, x); i >= 0 {
		last := len(*l) - 1
		(*l)[i] = (*l)[last]
		*l = (*l)[:last]
	}
}

// unlistUsed drops what a framework has just ceased to use on an agent for a
// role.
func (a *Allocator) unlistUsed(g *agent, f frameworkSlot, r RoleID, l listing) {
	own := slices.IndexFunc(g.heldOrder, func(h heldListing) bool { return h.framework == f })
	for _, id := range l {
		if !a.usesItem(g, r, id) {
			dropListed(&g.usedOrder, listed{r, id})
		}
		if own >= 0 && !a.holdsItem(g, f, r, id) {
			dropListed(&g.heldOrder[own].items, listed{r, id})
		}
	}
	if own >= 0 && len(g.heldOrder[own].items) == 0 {
		g.heldOrder = slices.Delete(g.heldOrder, own, own+1)
	}
}

// unlistFramework drops all that a framework, which now holds nothing on an
// agent any more, used there, in the order in which it is listed for it.
func (a *Allocator) unlistFramework(g *agent, f frameworkSlot) {
	own := slices.IndexFunc(g.heldOrder, func(h heldListing) bool { return h.framework == f })
	if own < 0 {
		return
	}
	for _, x := range g.heldOrder[own].items {
		if !a.usesItem(g, x.role, x.item) {
			dropListed(&g.usedOrder, x)
		}
	}
	g.heldOrder = slices.Delete(g.heldOrder, own, own+1)
}

// relistHeld drops what is about to be converted of an entry, whose order is l.
// Mesos takes all of it away before it adds what comes of it, so that even what
// stays as it is changes its place.
func (a *Allocator) relistHeld(g *agent, i entrySlot, offered *bag, l listing) {
	if len(l) == 0 {
		return
	}
	e := a.entries.at(i)
	mem := a.members.at(e.member)
	e.held.sub(offered, &a.kinds)
	a.unlistUsed(g, mem.framework, mem.role, l)
	e.held.add(offered)
}

// holdsItem reports whether a framework holds any of an item for a role.
func (a *Allocator) holdsItem(g *agent, f frameworkSlot, r RoleID, id itemID) bool {
	i := a.entryFor(g, f, r)
	return i != none && a.entries.at(i).held.has(id)
}

func (a *Allocator) usesItem(g *agent, r RoleID, id itemID) bool {
	for _, ref := range g.entries {
		e := a.entries.at(ref.entry)
		if a.members.at(e.member).role == r && e.held.has(id) {
			return true
		}
	}
	return false
}

// listFree works out the order of an agent's free resources: the total's,
// less what is used in the order in which it was taken, shared ones last
// (Slave::updateAvailable).
func (a *Allocator) listFree(g *agent, l listing) listing {
	l = append(l[:0], g.totalOrder...)
	var left bag
	left.copyFrom(g.total)
	if g.total.flags&kindShared != 0 {
		l = slices.DeleteFunc(l, func(id itemID) bool { return a.kinds.flags(id)&kindShared != 0 })
	}
	for _, x := range g.usedOrder {
		if a.kinds.flags(x.item)&kindShared != 0 || !left.has(x.item) {
			continue
		}
		for _, ref := range g.entries {
			if e := a.entries.at(ref.entry); a.members.at(e.member).role == x.role {
				part := e.held.only(x.item)
				left.sub(&part, &a.kinds)
			}
		}
		if !left.has(x.item) {
			l.drop(x.item)
		}
	}
	for _, id := range g.totalOrder {
		if a.kinds.flags(id)&kindShared != 0 {
			l = append(l, id)
		}
	}
	return l
}

// only returns the part of b that is one item.
func (b *bag) only(id itemID) bag {
	var out bag
	for _, c := range b.counts {
		if c.item == id {
			out.counts = []count{c}
		}
	}
	out.spans = b.spans.of(KindID(id))
	return out
}

// listOffer returns the order of an offer made from free resources in order:
// first what quota is not about, then the rest as quota left it.
func (a *Allocator) listOffer(c *cycleScratch, offer *bag) listing {
	if !a.lists() {
		return nil
	}
	var l listing
	for _, id := range c.order {
		if a.kinds.flags(id)&quotaMask != 0 && offer.has(id) {
			l = append(l, id)
		}
	}
	for _, id := range c.quotaOrder {
		if a.kinds.flags(id)&quotaMask == 0 && offer.has(id) {
			l = append(l, id)
		}
	}
	return l
}

// listGuaranteed returns the order of an offer of the first stage: what goes
// along, what fills guarantees, and what the role may have beyond.
func (a *Allocator) listGuaranteed(c *cycleScratch, offer *bag) listing {
	if !a.lists() {
		return nil
	}
	var l listing
	for _, id := range c.order {
		if a.kinds.flags(id)&quotaMask != 0 && offer.has(id) {
			l.add(id)
		}
	}
	for _, part := range []listing{c.guaranteedOrder, c.quotaOrder} {
		for _, id := range part {
			l.add(id)
		}
	}
	return l
}

// listExtra sets the order of the free quota scalars once those that fill a
// guarantee are taken out; left is what remains.
func (a *Allocator) listExtra(c *cycleScratch, left *bag) {
	if !a.lists() {
		return
	}
	c.guaranteedOrder = append(c.guaranteedOrder[:0], c.quotaOrder...)
	c.quotaOrder = c.quotaOrder[:0]
	for _, id := range c.order {
		if left.has(id) || slices.Contains(c.guaranteedOrder, id) {
			c.quotaOrder = append(c.quotaOrder, id)
		}
	}
	for _, id := range c.guaranteedOrder {
		if !left.has(id) {
			c.quotaOrder.drop(id)
		}
	}
}

// sequence returns the counts of src in the order in which quota goes through
// them: under OrderByID the very order that Mesos takes. The result is scratch.
//
// DIVERGES: else the order is by a hash of seed, cycle and item, as random as
// Mesos's shuffle, but the same whoever was looked at before.
func (a *Allocator) sequence(c *cycleScratch, src *bag, room quantities.Row, finite bitset) []count {
	c.counts = append(c.counts[:0], src.counts...)
	if !a.lists() {
		slices.SortFunc(c.counts, func(x, y count) int {
			return cmp.Compare(mix(c.nonce(x.item)), mix(c.nonce(y.item)))
		})
		return c.counts
	}
	slices.SortStableFunc(c.counts, func(x, y count) int {
		return cmp.Compare(slices.Index(c.quotaOrder, x.item), slices.Index(c.quotaOrder, y.item))
	})
	if finite != nil || !room.IsZero() { // else Mesos does not get as far as shuffling
		a.random.shuffle(c.counts)
	}
	return c.counts
}
