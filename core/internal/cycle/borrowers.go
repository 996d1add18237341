package cycle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// borrower is a subscription that may borrow, or has borrowed.
type borrower struct {
	slot   slots.Subscription
	role   api.RoleID
	weight float64
	share  float64        // of what is lent, divided by the weight
	lent   quantities.Row // that counts towards the share
	place  int            // by framework, then role
	lender int            // the place of the one that the role is, or is below: it may have less than others
	isNew  bool           // see vainLending
}

// borrowers are who may be lent something, now or in the latest cycle that lent.
type borrowers struct {
	set    container.BitSet[slots.Subscription]
	found  changes.Tick                         // when: others have changed since
	byName []slots.Subscription                 // those of set, by framework, then role
	now    container.BitSet[slots.Subscription] // scratch

	list       []borrower // by share, the smallest first
	someNew    bool
	hasOverdue bool // some might, if they were not overdue
}

// mayBeNew reports whether anybody may borrow who could not in the latest cycle that lent, or has
// changed since.
func (b *borrowers) mayBeNew(c *Cycle) bool {
	return len(b.byName) == 0 || b.hasOverdue || c.changes.Subscriptions.Latest() > b.found
}

// findBorrowers puts those who may borrow in the order of their shares, and reports whether there
// are any. Frameworks that have not given back in time may not.
func (c *Cycle) findBorrowers() bool {
	b := &c.loans.borrowers
	overdue := map[slots.Framework]bool{}
	b.hasOverdue = false
	for _, l := range c.lending.Overdue(c.news.Now) {
		b.hasOverdue = true
		overdue[c.frameworks.Subscriptions.At(l.Subscription).Framework] = true
	}
	b.now.Reset()
	b.someNew = false
	for s := range c.frameworks.Active.All {
		f := c.frameworks.Subscriptions.At(s).Framework
		if c.frameworks.At(f).Capabilities&api.RevocableResources != 0 && !overdue[f] {
			b.now.Set(s)
			b.someNew = b.someNew || b.isNew(c, s)
		}
	}
	if b.someNew || b.now.Count() != len(b.byName) {
		b.byName = b.now.Append(b.byName[:0])
		slices.SortFunc(b.byName, c.compareNames)
	}
	b.list = b.list[:0]
	for place, s := range b.byName {
		x := c.borrower(s, c.lending.Of(s))
		x.place, x.lender, x.isNew = place, c.loans.lendable.LenderAbove(x.role), b.isNew(c, s)
		b.list = append(b.list, x)
	}
	slices.SortFunc(b.list, compareBorrowers)
	b.set, b.now = b.now, b.set
	b.found = c.changes.Now()
	return len(b.list) > 0
}

func (b *borrowers) isNew(c *Cycle, s slots.Subscription) bool {
	return !b.set.Has(s) || c.changes.Subscriptions.At(s) > b.found
}

// borrower returns a subscription with what counts towards its share.
func (c *Cycle) borrower(s slots.Subscription, lent quantities.Row) borrower {
	role := c.frameworks.Subscriptions.At(s).Role
	b := borrower{slot: s, role: role, weight: c.roles.Get(role).Weight, lent: lent}
	b.share = c.shareOfLent(&b)
	return b
}

// shareOfLent returns a borrower's dominant share of the cluster in what is lent, divided by
// the weight of its role.
func (c *Cycle) shareOfLent(b *borrower) float64 {
	share, total := 0.0, c.totals.Total()
	for name, q := range b.lent.All() {
		if q > 0 {
			share = max(share, float64(q)/float64(total.At(name)))
		}
	}
	return share / b.weight
}

// compareNames orders subscriptions by framework, then role.
func (c *Cycle) compareNames(x, y slots.Subscription) int {
	p, q := c.frameworks.Subscriptions.At(x), c.frameworks.Subscriptions.At(y)
	return cmp.Or(strings.Compare(c.frameworks.At(p.Framework).Name, c.frameworks.At(q.Framework).Name), c.roles.ComparePaths(p.Role, q.Role))
}

func compareBorrowers(x, y borrower) int {
	return cmp.Or(cmp.Compare(x.share, y.share), cmp.Compare(x.place, y.place))
}

// moveBorrower puts a borrower in its place that has been lent something.
func (c *Cycle) moveBorrower(at int) {
	list := c.loans.borrowers.list
	b := list[at]
	b.lent = c.lending.Of(b.slot)
	b.share = c.shareOfLent(&b)
	for ; at+1 < len(list) && compareBorrowers(list[at+1], b) < 0; at++ {
		list[at] = list[at+1]
	}
	list[at] = b
}
