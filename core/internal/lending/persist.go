package lending

import (
	"math"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/wire"
)

// Persist is of all that is lent; nobody lends when it is read. Sums follow from it. Agents and what
// they hold are not known yet: the ledger checks those.
func (b *Book) Persist(c *wire.Codec) {
	wire.Uint(c, &b.events)
	lenders := b.Lenders
	for i := range c.Records(len(lenders)) {
		if c.Reads() {
			lenders = append(lenders, new(Lender))
		}
		b.persistLender(c, lenders[i])
	}
	b.persistReturned(c)
	on := b.On.Append(nil)
	for i := range c.Records(len(on)) {
		var slot slots.Agent
		if !c.Reads() {
			slot = on[i]
		}
		wire.Below(c, &slot, slots.None, "agent")
		loans := b.loans[slot]
		wire.List(c, &loans, "loans", func(l *Loan) { b.persistLoan(c, slot, l) })
	}
	if !c.Reads() || c.Failed() {
		return
	}
	if err := b.Validate(); err != nil {
		c.Fail("%v", err)
	}
}

func (b *Book) persistLender(c *wire.Codec, l *Lender) {
	b.roles.PersistID(c, &l.Role)
	c.Bool(&l.Guarantee)
	c.Bool(&l.Reservations)
	b.kinds.PersistBag(c, &l.Most)
	wire.Below(c, &l.Grace, uint64(api.MaxGrace)+1, "grace")
	wire.Below(c, &l.Least, uint64(api.MaxGrace)+1, "grace")
	wire.List(c, &l.Waits, "waits", func(x *Wait) {
		wire.Uint(c, &x.Name)
		wire.Int(c, &x.Wait)
		wire.Int(c, &x.Until)
	})
	if !c.Reads() || c.Failed() {
		return
	}
	if b.LenderOf(l.Role) != nil {
		c.Fail("role %d lends twice", l.Role)
		return
	}
	for _, x := range l.Most.Counts {
		b.kinds.Ref(x.Item())
	}
	b.insert(l)
}

// persistReturned is of the agents on which loans came back, and for which roles.
func (b *Book) persistReturned(c *wire.Codec) {
	wire.List(c, &b.returnedOn, "agents on which loans came back", func(slot *slots.Agent) {
		wire.Below(c, slot, slots.None, "agent")
		list := b.returned[*slot]
		if c.Reads() && len(list) > 0 {
			c.Fail("on agent %d loans came back twice", *slot)
		}
		wire.List(c, &list, "roles", func(id *api.RoleID) {
			b.roles.PersistID(c, id)
			if c.Reads() && !c.Failed() {
				b.roles.Ref(*id)
			}
		})
		if c.Reads() && !c.Failed() {
			slices.SortFunc(list, b.roles.ComparePaths) // they may have other names
			b.returned[*slot] = list
		}
	})
}

func (b *Book) persistLoan(c *wire.Codec, slot slots.Agent, l *Loan) {
	if c.Reads() {
		l.For = api.NoRole
	}
	wire.Below(c, &l.Subscription, slots.None, "subscription")
	b.roles.PersistID(c, &l.Lender)
	persistScalar(c, b.kinds, &l.Original)
	persistScalar(c, b.kinds, &l.Copy)
	wire.Below(c, &l.N, math.MaxInt64+1, "amount")
	wire.Int(c, &l.Since)
	wire.Uint(c, &l.Event)
	if c.Has(l.IsRecalled()) {
		b.roles.PersistID(c, &l.For)
		wire.Int(c, &l.Due)
	}
	if !c.Reads() || c.Failed() {
		return
	}
	original, copied := b.kinds.Get(l.Original), b.kinds.Get(l.Copy)
	l.Name, l.Reserved = original.Name, original.Flags&resource.Reserved != 0
	if b.LenderOf(l.Lender) == nil || original.Name != copied.Name || copied.Flags&resource.Revocable == 0 || l.Event > b.events {
		c.Fail("item %d is lent as item %d by role %d, which can not be", l.Original, l.Copy, l.Lender)
		return
	}
	b.enter(slot, *l)
}

// persistScalar is of the number of a divisible scalar.
func persistScalar(c *wire.Codec, known *kinds.Kinds, id *resource.ItemID) {
	wire.Uint(c, id)
	if c.Reads() && !c.Failed() && (!known.Knows(*id) || known.Flags(*id)&(resource.RangesOrSet|resource.Indivisible) != 0) {
		c.Fail("item %d is not known, or is no scalar that can be divided", *id)
	}
}
