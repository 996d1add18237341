package core

import "github.com/apportion/apportion/quantities"

// charge is the stripped quantities of a change to the ledger, as the sorters
// and the role tree count them. Mostly nothing of it is reserved, revocable or
// shared: it is plain, and everywhere the same.
type charge struct {
	plain      bool
	framework  quantities.Row // for the framework sorter
	ofRole     quantities.Row // unless plain, for the role sorter
	reserved   quantities.Row // unless plain, what of ofRole is reserved
	unreserved quantities.Row // unless plain, what is neither that nor revocable
}

// role returns what the role sorter counts.
func (c *charge) role() quantities.Row {
	if c.plain {
		return c.framework
	}
	return c.ofRole
}

// weigh computes the charge of adding b to an entry, or of having removed it
// (the entry's bag being without b in both cases). A shared volume counts
// once per agent, framework and role in the framework sorter and once per
// agent and role in the role sorter, however many copies are held
// (DRFSorter::Node::Allocation, ScalarResourceTotals).
func (a *Allocator) weigh(c *charge, i entrySlot, b *bag) {
	t := &a.kinds
	c.framework = c.framework[:0]
	if c.plain = b.flags&(kindShared|kindReserved|kindRevocable) == 0; c.plain {
		b.scalars(&c.framework, t)
		return
	}
	c.ofRole, c.reserved, c.unreserved = c.ofRole[:0], c.reserved[:0], c.unreserved[:0]
	for _, n := range b.counts {
		q := t.amount(n)
		if n.flags&kindShared != 0 {
			e := a.entries.at(i)
			if e.held.of(n.item) != 0 {
				continue // another copy is held by the same framework
			}
			c.framework.AddAt(n.name, q)
			if a.sharedInRole(i, n.item) {
				continue
			}
		} else {
			c.framework.AddAt(n.name, q)
		}
		c.ofRole.AddAt(n.name, q)
		switch {
		case n.flags&kindReserved != 0:
			c.reserved.AddAt(n.name, q)
		case n.flags&kindRevocable == 0:
			c.unreserved.AddAt(n.name, q)
		}
	}
}

// sharedInRole reports whether another known framework of the entry's role
// holds a copy of a shared item on the same agent.
func (a *Allocator) sharedInRole(i entrySlot, id itemID) bool {
	e := a.entries.at(i)
	r := a.members.at(e.member).role
	for _, o := range a.agents.at(e.agent).entries {
		m := a.members.at(o.member)
		if o.entry != i && m.role == r && a.entries.at(o.entry).held.of(id) != 0 && a.frameworks.at(m.framework).known {
			return true
		}
	}
	return false
}

// chargeRoles adds or subtracts a charge along the path of a role.
func (a *Allocator) chargeRoles(id RoleID, c *charge, sign int) {
	unreserved, reserved := c.framework, false
	if !c.plain {
		unreserved, reserved = c.unreserved, !c.reserved.IsZero()
	}
	for ; id != noRole; id = a.roles.get(id).parent {
		r := a.roles.get(id)
		if r.hasQuota {
			a.quotaChanged(id, r)
		}
		addSigned(&r.heldUnreserved, unreserved, sign)
		if reserved {
			addSigned(&r.heldReserved, c.reserved, sign)
		}
	}
	if reserved {
		addSigned(&a.roles.heldReserved, c.reserved, sign)
	}
}

func addSigned(dst *quantities.Row, src quantities.Row, sign int) {
	if sign > 0 {
		dst.Add(src)
	} else {
		dst.Sub(src)
	}
}
