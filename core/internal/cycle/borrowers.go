package cycle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// borrower is a subscription that may borrow, or has borrowed.
type borrower struct {
	slot    slots.Subscription
	class   int     // see lending.Lendable
	share   float64 // of the pool, divided by the weight of its role
	changed changes.Tick
}

// borrowers are who may borrow, by share, the smallest first.
type borrowers struct {
	all     []borrower
	overdue container.BitSet[slots.Framework]
}

// find finds those who may borrow. Frameworks that have not given back in time may not.
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
		b.all = append(b.all, borrower{m, c.loans.lendable.ClassOf(sub.Role), c.shareOfPool(m, false), c.Changes.Subscriptions.At(m)})
	}
	slices.SortFunc(b.all, c.compareBorrowers)
}

// shareOfPool returns a subscription's dominant share of the cluster in what it has borrowed of the pool,
// divided by the weight of its role. What is recalled of it may be left out.
func (c *Cycle) shareOfPool(m slots.Subscription, butRecalled bool) float64 {
	all, recalled := c.Lending.Borrowed(m)
	share, total := 0.0, c.Totals.Total()
	for name, n := range all.All() {
		if butRecalled {
			n -= recalled.At(name)
		}
		if n > 0 {
			share = max(share, float64(n)/float64(total.At(name)))
		}
	}
	return share / c.Roles.Get(c.Frameworks.Subscriptions.At(m).Role).Weight
}

// compareBorrowers orders borrowers by share, of the same by framework, then role.
func (c *Cycle) compareBorrowers(x, y borrower) int {
	return cmp.Or(cmp.Compare(x.share, y.share), c.compareNames(x.slot, y.slot))
}

// compareNames orders subscriptions by framework, then role.
func (c *Cycle) compareNames(x, y slots.Subscription) int {
	if x == y {
		return 0
	}
	p, q := c.Frameworks.Subscriptions.At(x), c.Frameworks.Subscriptions.At(y)
	return cmp.Or(strings.Compare(c.Frameworks.At(p.Framework).Name, c.Frameworks.At(q.Framework).Name), c.Roles.ComparePaths(p.Role, q.Role))
}

// move puts a borrower in its place that has been lent something.
func (b *borrowers) move(c *Cycle, m slots.Subscription) {
	list, at := b.all, slices.IndexFunc(b.all, func(x borrower) bool { return x.slot == m })
	x := list[at]
	x.share = c.shareOfPool(m, false)
	for ; at+1 < len(list) && c.compareBorrowers(list[at+1], x) < 0; at++ {
		list[at] = list[at+1]
	}
	list[at] = x
}
