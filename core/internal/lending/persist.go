package lending

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Persist reads, writes or digests terms and waits. It reads into a book in which nobody lends. A digest has nothing of
// bounds where there are none, neither of what is borrowed nor of what is recalled.
func (b *Book) Persist(c *wire.Codec) {
	terms := b.Terms
	for i := range c.Records(len(terms)) {
		if c.Reads() {
			terms = append(terms, new(Terms))
		}
		b.persistTerms(c, terms[i])
	}
	wire.List(c, &b.Waits, "waits", func(w *Wait) { b.persistWait(c, w) })
}

// PersistAgent reads, writes or digests the loans and shares on an agent. roleOf tells the role of a subscription.
// The sums follow from the loans. What is held on the agent is not known yet when they are read: the ledger checks
// that once all is read (ledger/loans.go), and a snapshot that is wrong is refused as a whole.
func (b *Book) PersistAgent(c *wire.Codec, slot slots.Agent, roleOf func(slots.Subscription) (id alloc.RoleID, known bool)) {
	loans, shares := b.loans[slot], b.shares[slot]
	wire.List(c, &loans, "loans", func(l *Loan) { b.persistLoan(c, slot, l, roleOf) })
	wire.List(c, &shares, "shares of what is free", func(x *Share) {
		b.roles.PersistID(c, &x.For)
		persistScalar(c, b.kinds, &x.Original, resource.RangesOrSet)
		wire.Below(c, &x.N, uint64(quantities.MaxSum)+1, "amount")
		wire.Int(c, &x.Back)
		if !c.Reads() || c.Failed() {
			return
		}
		if list := b.shares[slot]; len(list) > 0 && list[len(list)-1].compare(*x) >= 0 {
			c.Fail("shares of what is free are not in order, or one is there twice")
			return
		}
		b.AddShare(slot, *x)
	})
}

func (b *Book) persistTerms(c *wire.Codec, l *Terms) {
	b.roles.PersistID(c, &l.Role)
	c.Bool(&l.Guarantee)
	c.Bool(&l.Reservations)
	b.kinds.PersistBag(c, &l.Most)
	if !c.Digests() || l.boundsRecalls() {
		roles.PersistLimits(c, &l.MostRecalled, b.names)
	}
	if !c.Digests() || l.Borrowing.Bounds() {
		roles.PersistLimits(c, &l.Borrowing.Most, b.names)
		roles.PersistLimits(c, &l.Borrowing.Parts, b.names)
	}
	if !c.Reads() || c.Failed() {
		return
	}
	for _, n := range l.Most.Counts {
		if k := b.kinds.Describe(n.Item()); !resource.IsLentAs(k) {
			c.Fail("role %q lends %s as what it may not be lent as", b.roles.Path(l.Role), k.Name)
			return
		}
	}
	b.insert(l)
}

func (b *Book) persistWait(c *wire.Codec, w *Wait) {
	b.roles.PersistID(c, &w.Role)
	persistScalar(c, b.kinds, &w.Item, resource.RangesOrSet|resource.Indivisible)
	wire.Below(c, &w.Amount, math.MaxInt64+1, "amount")
	wire.Below(c, &w.Length, uint64(alloc.MaxLendingWait)+1, "wait")
	wire.Int(c, &w.Until)
	if c.Reads() && !c.Failed() {
		w.refer(&b.counted)
	}
}

func (b *Book) persistLoan(c *wire.Codec, slot slots.Agent, l *Loan, roleOf func(slots.Subscription) (id alloc.RoleID, known bool)) {
	if c.Reads() {
		l.For = slots.NoRole
	}
	wire.Uint(c, &l.Subscription)
	if role, known := roleOf(l.Subscription); known {
		l.Role = role
	} else {
		c.Fail("subscription %d, to which something is lent, is none", l.Subscription)
		return
	}
	persistScalar(c, b.kinds, &l.Original, resource.RangesOrSet|resource.Indivisible)
	persistScalar(c, b.kinds, &l.Copy, resource.RangesOrSet|resource.Indivisible)
	wire.Below(c, &l.N, uint64(quantities.MaxSum)+1, "amount")
	wire.Int(c, &l.Since)
	if c.Reads() && l.Since > b.schedule.Now {
		c.Fail("something was lent at %d, which is yet to come", l.Since)
		return
	}
	if !c.Digests() || l.Cost != 0 {
		wire.Int(c, &l.Cost)
	}
	if c.Has(l.IsRecalled()) {
		b.roles.PersistID(c, &l.For)
		wire.Int(c, &l.Due)
	}
	if !c.Reads() || c.Failed() {
		return
	}
	original, copied := b.kinds.Get(l.Original), b.kinds.Get(l.Copy)
	l.Name, l.Reserved = original.Name, original.Flags&resource.Reserved != 0
	isLent := resource.MayBeLent(b.kinds.Describe(l.Original)) && resource.IsLentAs(b.kinds.Describe(l.Copy))
	if original.Name != copied.Name || !isLent {
		c.Fail("item %d is lent as item %d, which can not be", l.Original, l.Copy)
		return
	}
	b.enter(slot, *l)
}

// persistScalar reads, writes or digests the number of a scalar. It refuses one that has any flag in not.
func persistScalar(c *wire.Codec, known *resource.Kinds, id *resource.ItemID, not resource.Flags) {
	if c.Digests() {
		known.PersistBag(c, &resource.Bag{Counts: []resource.Count{known.Count(*id, 1)}})
		return
	}
	wire.Uint(c, id)
	if c.Reads() && !c.Failed() && (!known.Knows(*id) || known.Flags(*id)&not != 0) {
		c.Fail("item %d is not known, or is no scalar that may stand here", *id)
	}
}
