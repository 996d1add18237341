package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Sums are a role's sums over all agents, with those of its subroles.
type Sums struct {
	Reserved                     quantities.Row // by agents' totals
	OfferedOrAllocatedReserved   quantities.Row // to registered frameworks
	OfferedOrAllocatedUnreserved quantities.Row // and non-revocable
	InUse                        quantities.Row // by tasks: unreserved and non-revocable
}

// CountHeld adds to a role and to the roles above it what a registered framework was offered or allocated, or takes
// it out. reserved may be nil: nothing is reserved then.
func (t *Roles) CountHeld(id alloc.RoleID, unreserved, reserved *quantities.Row, sign int) {
	hasReserved := reserved != nil && !reserved.IsZero()
	for ; id != slots.NoRole; id = t.Get(id).Parent {
		r := t.Get(id)
		if r.HasQuota {
			t.QuotaChanged(id, r)
		}
		r.OfferedOrAllocatedUnreserved.Count(*unreserved, sign)
		if hasReserved {
			r.OfferedOrAllocatedReserved.Count(*reserved, sign)
		}
	}
	if hasReserved {
		t.OfferedOrAllocatedReserved.Count(*reserved, sign)
	}
}

// CountInUse adds to a role and to the roles above it what tasks use, or takes it out.
func (t *Roles) CountInUse(id alloc.RoleID, unreserved quantities.Row, sign int) {
	for ; id != slots.NoRole; id = t.Get(id).Parent {
		t.Get(id).InUse.Count(unreserved, sign)
	}
}

// CountReserved adds what a part of an agent's total reserves to its roles and to the roles above, or takes it out.
// The ledger calls it whenever a total changes. It relists the roles that become empty, or are so no longer.
func (t *Roles) CountReserved(b *resource.Bag, kinds *resource.Kinds, sign int) {
	if b.Flags&resource.Reserved == 0 {
		return
	}
	for _, c := range b.Counts {
		if c.Flags()&resource.Reserved == 0 {
			continue
		}
		q := quantities.Amount(sign) * kinds.Amount(c)
		role := kinds.ReservingRole(c)
		for id := role; id != slots.NoRole; id = t.Get(id).Parent {
			r := t.Get(id)
			r.Reserved.AddAt(c.Name, q)
			if r.HasQuota {
				t.QuotaChanged(id, r)
			}
		}
		t.Reserved.AddAt(c.Name, q)
		t.relist(role)
	}
}
