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

// Persist is of all that is lent, in an allocator with so many subscriptions; nobody lends when it is
// read. Sums follow from it. Agents and what they hold are not known yet: the ledger checks those.
func (b *Book) Persist(c *wire.Codec, subscriptions int) {
	wire.Uint(c, &b.events)
	lenders := b.Lenders
	for i := range c.Records(len(lenders)) {
		if c.Reads() {
			lenders = append(lenders, new(Lender))
		}
		b.persistLender(c, lenders[i])
	}
	wire.List(c, &b.Waits, "waits", func(w *Wait) { b.persistWait(c, w) })
	wire.List(c, &b.returned, "loans that came back", func(x *Returned) {
		wire.Below(c, &x.Agent, slots.None, "agent")
		b.roles.PersistID(c, &x.Role)
		if c.Reads() && !c.Failed() {
			b.roles.Ref(x.Role)
		}
	})
	on := b.On.Append(nil)
	for i := range c.Records(len(on)) {
		var slot slots.Agent
		if !c.Reads() {
			slot = on[i]
		}
		wire.Below(c, &slot, slots.None, "agent")
		loans := b.loans[slot]
		wire.List(c, &loans, "loans", func(l *Loan) { b.persistLoan(c, slot, l, subscriptions) })
	}
	if !c.Reads() || c.Failed() {
		return
	}
	slices.SortFunc(b.returned, b.compareReturned) // roles may have other names
	if err := b.Validate(); err != nil {
		c.Fail("%v", err)
	}
}

func (b *Book) persistLender(c *wire.Codec, l *Lender) {
	b.roles.PersistID(c, &l.Role)
	c.Bool(&l.Guarantee)
	c.Bool(&l.Reservations)
	b.kinds.PersistBag(c, &l.Most)
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

func (b *Book) persistWait(c *wire.Codec, w *Wait) {
	b.roles.PersistID(c, &w.Role)
	persistScalar(c, b.kinds, &w.Item)
	c.Bool(&w.Reserved)
	wire.Below(c, &w.Amount, math.MaxInt64+1, "amount")
	wire.Below(c, &w.Length, uint64(api.MaxLendingWait)+1, "wait")
	wire.Int(c, &w.Until)
	if c.Reads() && !c.Failed() {
		w.Name = b.kinds.Get(w.Item).Name
		b.roles.Ref(w.Role)
		b.kinds.Ref(w.Item)
	}
}

func (b *Book) persistLoan(c *wire.Codec, slot slots.Agent, l *Loan, subscriptions int) {
	if c.Reads() {
		l.For = api.NoRole
	}
	wire.Below(c, &l.Subscription, uint64(subscriptions), "subscription")
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
	if l.Reserved && b.lenderOf(l) == nil || original.Name != copied.Name || copied.Flags&resource.Revocable == 0 || l.Event > b.events {
		c.Fail("item %d is lent as item %d, which can not be", l.Original, l.Copy)
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
