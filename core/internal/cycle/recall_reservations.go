package cycle

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// ownerWants reports whether a subscription of a role, or of one below it, would take what is reserved on an agent
// for the role or for one above it: what is free of that, with the role's own reservations that are lent.
func (c *Cycle) ownerWants(slot slots.Agent, id alloc.RoleID) bool {
	m, g := &c.loans.recalling, c.Agents.At(slot)
	if !c.Agents.Admitted.Has(slot) {
		return false
	}
	m.bag.Select(g.FreeBag(), resource.Reserved, resource.Reserved, c.Kinds)
	c.Lending.AddOriginals(&m.bag, slot, func(l *lending.Loan) bool { return l.Reserved && c.Lending.ReservingRole(l) == id })
	reserved := c.Rules.ReservedFor(&m.reachable, &m.bag, id)
	isTaken := func(s slots.Subscription) bool { return c.Rules.WouldTake(&m.capable, s, g, reserved) != nil }
	wants := slices.ContainsFunc(c.Roles.Get(id).Subscriptions, isTaken)
	for below := range c.Roles.Below(id) {
		wants = wants || slices.ContainsFunc(c.Roles.Get(below).Subscriptions, isTaken)
	}
	return wants
}

// askOwners recalls each reservation lent on an agent that its owner wants (ownerWants), and ends the recalls of
// all other reservations there. It reports whether it recalls anything.
func (c *Cycle) askOwners(slot slots.Agent) (recalls bool) {
	m := &c.loans.recalling
	clear(m.owners)
	for i, l := range c.Lending.OnAgent(slot) {
		if !l.Reserved {
			continue
		}
		id := c.Lending.ReservingRole(&l)
		wanted, asked := m.owners[id]
		if !asked {
			wanted = c.ownerWants(slot, id)
			m.owners[id] = wanted
		}
		if wanted && !l.IsRecalled() {
			c.recallPart(slot, i, l.N, id)
			recalls = true
		}
	}
	if len(m.owners) > 0 {
		c.endRecalls(slot, func(l *lending.Loan) int64 { return l.N * int64(assert.BoolInt(!l.Reserved || m.owners[l.For])) })
	}
	return recalls
}
