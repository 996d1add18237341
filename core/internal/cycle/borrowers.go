package cycle

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// borrower is a subscription that may borrow, or has borrowed.
type borrower struct {
	slot    slots.Subscription
	role    alloc.RoleID
	share   float64      // of the pool, divided by the weight of its role
	changed changes.Tick // when the subscription last changed
}

// borrowers are the subscriptions that may borrow, the one with the smallest share first.
type borrowers struct {
	all     []borrower
	overdue container.BitSet[slots.Framework]
}

// find lists the active subscriptions that take revocable resources. It leaves out frameworks with an overdue loan.
func (b *borrowers) find(c *Cycle) {
	b.all = b.all[:0]
	b.overdue.Reset()
	for _, l := range c.Lending.Overdue(c.Schedule.Now) {
		b.overdue.Set(c.Frameworks.Subscriptions.At(l.Subscription).Framework)
	}
	for m := range c.Frameworks.Active.All {
		sub := c.Frameworks.Subscriptions.At(m)
		if c.Frameworks.At(sub.Framework).Capabilities&alloc.RevocableResources == 0 || b.overdue.Has(sub.Framework) {
			continue
		}
		b.all = append(b.all, borrower{m, sub.Role, c.shareOfPool(m), c.Changes.Subscriptions.At(m)})
	}
	slices.SortFunc(b.all, c.compareBorrowers)
}

// shareOfPool returns a subscription's dominant share of the cluster in what it has borrowed of the pool,
// as sorters compute shares, divided by the weight of its role.
func (c *Cycle) shareOfPool(m slots.Subscription) float64 {
	share, total, borrowed := 0.0, c.Totals.Total(), c.Lending.Borrowed(m)
	for name, n := range borrowed.All() {
		if n > 0 {
			share = max(share, n.Float()/total.At(name).Float())
		}
	}
	return share / c.Roles.Get(c.Frameworks.Subscriptions.At(m).Role).Weight
}

// compareBorrowers orders borrowers by share, and those of equal share by framework, then role.
func (c *Cycle) compareBorrowers(x, y borrower) int {
	if x.slot == y.slot || x.share != y.share {
		return cmp.Compare(x.share, y.share)
	}
	return c.Frameworks.CompareSubscriptions(x.slot, y.slot)
}

// move puts the borrower at an index, which has just been lent something, in its new place.
func (b *borrowers) move(c *Cycle, at int) {
	x := b.all[at]
	x.share = c.shareOfPool(x.slot)
	b.all = slices.Delete(b.all, at, at+1)
	to, _ := slices.BinarySearchFunc(b.all, x, c.compareBorrowers)
	b.all = slices.Insert(b.all, to, x)
}
