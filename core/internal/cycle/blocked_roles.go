package cycle

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// HDRF gives a group more while one of its roles lags behind. A role that has no use for the
// free resources would lag behind for ever. So it is blocked: HDRF then leaves it out when it
// looks for who lags behind (internal/order/hdrf.go).
//
// Frameworks do not declare demand, they answer offers. So each cycle that has anything to
// offer decides of each active role who is blocked:
//
//   - A role that the cycle offered something is not.
//   - If a candidate that may be offered has something free at the end, everyone was asked
//     about it in vain, in this cycle or before. Then all others are blocked: their frameworks
//     have refused all that is left, may have none of it, or their limits are reached.
//   - If nothing is left, roles whose turn would have come later were not asked. Such a role is blocked if none of
//     its frameworks could have had any of the cycle's offers: the rules of a cycle forbid it, or the framework
//     refused at least as much before (frameworks/last_refusal.go).
//
// A blocked role keeps its place in the order and is asked as ever. A cycle that offers it something, or finds that
// one of its frameworks could have had an offer, unblocks it. So does a framework of the role that revives or
// becomes active, and a change of a policy above the role. A role whose frameworks are all inactive or suppressed
// is inactive in the sorter, which blocks it.

// blockedMemory is the memory in which a cycle finds out who could have had its offers.
type blockedMemory struct {
	offered                           container.BitSet[uint32] // by slot: the roles that the cycle offered something
	others                            []alloc.RoleID           // active roles that could have had no offer, so far
	offer, within, reachable, capable resource.Bag
	limits                            roles.Limits
	scalars                           quantities.Row
}

// noteBlockedRoles notes which roles are blocked at the end of a cycle.
func (c *Cycle) noteBlockedRoles() {
	if !c.Roles.Sorter.HeedsBlocked() {
		return
	}
	d, offers := &c.blocked, c.outcome.out.Offers
	d.offered.Reset()
	for i := range offers {
		id := offers[i].Role
		if slot := c.Roles.Slot(uint32(id)); !d.offered.Has(slot) {
			d.offered.Set(slot)
			c.Roles.SetBlocked(c.Roles.Get(id), false)
		}
	}
	left := c.leftSomething()
	if !left && len(offers) == 0 {
		return
	}
	d.others = d.others[:0]
	for id := range c.Roles.InUse() {
		if c.Roles.Get(id).Active > 0 && !d.offered.Has(c.Roles.Slot(uint32(id))) {
			d.others = append(d.others, id)
		}
	}
	if !left {
		c.unblockWhoCouldHave()
	}
	for _, id := range d.others {
		c.Roles.SetBlocked(c.Roles.Get(id), true)
	}
}

// leftSomething reports whether something is free on a candidate that may be offered.
func (c *Cycle) leftSomething() bool {
	for i, word := range c.Schedule.Candidates {
		if word&c.Agents.Admitted.Word(i)&c.Agents.Offerable.Word(i) != 0 {
			return true
		}
	}
	return false
}

// unblockWhoCouldHave unblocks each role in others that could have had one of the cycle's offers, and takes it out
// of others.
func (c *Cycle) unblockWhoCouldHave() {
	d := &c.blocked
	out := c.outcome.out
	for i := range out.Offers {
		if len(d.others) == 0 {
			return
		}
		o := &out.Offers[i]
		if err := c.Kinds.ReadBag(&d.offer, out.ResourcesOf(o), "offer"); err != nil {
			assert.Check(err)
		}
		g := c.Agents.At(agents.SlotOf(o.Agent))
		d.others = slices.DeleteFunc(d.others, func(id alloc.RoleID) bool {
			could := c.couldHave(id, g)
			if could {
				c.Roles.SetBlocked(c.Roles.Get(id), false)
			}
			return could
		})
	}
}

// couldHave reports whether a role could have had some of the offer in c.blocked.
func (c *Cycle) couldHave(id alloc.RoleID, g *agents.Agent) bool {
	d := &c.blocked
	offer := &d.offer
	if c.Roles.LimitsLeft(&d.limits, id, offer) != nil {
		offer = d.withinLimits(c)
	}
	reachable := c.Rules.ReservedFor(&d.reachable, offer, id)
	if reachable.Empty() {
		return false
	}
	for _, m := range c.Roles.Get(id).Subscriptions {
		taken := c.Rules.WouldTake(&d.capable, m, g, reachable)
		if taken == nil {
			continue
		}
		taken.SetScalars(&d.scalars, c.Kinds)
		if !c.Frameworks.Subscriptions.At(m).RefusedMore(d.scalars) {
			return true
		}
	}
	return false
}

// withinLimits returns the offer without those quota scalars of which d.limits leave nothing.
func (d *blockedMemory) withinLimits(c *Cycle) *resource.Bag {
	d.within.CopyFrom(&d.offer)
	d.within.Counts = slices.DeleteFunc(d.within.Counts, func(n resource.Count) bool {
		return n.Flags()&resource.QuotaMask == 0 && d.limits.Finite.Has(n.Name) && d.limits.Amounts.At(n.Name) == 0
	})
	return &d.within
}
