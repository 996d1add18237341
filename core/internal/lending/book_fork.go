package lending

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Fork returns a copy as of another time, in which recalls can be made and end. Nothing else
// can: it counts no uses of kinds and roles.
func (b *Book) Fork(now api.Time) *Book {
	c := *b
	c.isFork, c.news = true, &news.News{Now: now}
	c.On, c.RecalledOn, c.Lent = slices.Clone(b.On), slices.Clone(b.RecalledOn), b.Lent.Clone()
	c.Lenders, c.byRole = copyLenders(b.Lenders)
	c.borrowed = maps.Clone(b.borrowed)
	for m, x := range c.borrowed {
		c.borrowed[m] = &borrower{x.lent.Clone(), x.recalled.Clone(), x.loans}
	}
	c.loans = make(map[slots.Agent][]Loan, len(b.loans))
	all := make([]Loan, 0, b.Loans)
	for _, slot := range b.On.Append(nil) {
		start := len(all)
		all = append(all, b.loans[slot]...)
		c.loans[slot] = all[start:len(all):len(all)]
	}
	return &c
}

// Relaxed returns the book with other lenders: those that do not wait after recalls unless waits
// is set, and that lend any amount unless most is.
func Relaxed(b *Book, waits, most bool) *Book {
	c := *b
	c.Lenders, c.byRole = copyLenders(b.Lenders)
	for _, l := range c.Lenders {
		if !waits {
			l.Waits = nil
		}
		if !most {
			l.Most = unbounded(&l.Most)
		}
	}
	return &c
}

// unbounded returns a bag that has as much as can be of what b has.
func unbounded(b *resource.Bag) (most resource.Bag) {
	for _, c := range b.Counts {
		c.N = int64(quantities.MaxSum)
		most.AddCount(c)
	}
	return most
}

// copyLenders copies lenders with their sums and waits.
func copyLenders(list []*Lender) (copies []*Lender, byRole map[api.RoleID]*Lender) {
	byRole = make(map[api.RoleID]*Lender, len(list))
	for _, l := range list {
		c := *l
		c.OfGuarantee, c.OfReservations, c.ForOthers = l.OfGuarantee.Clone(), l.OfReservations.Clone(), l.ForOthers.Clone()
		c.Waits, c.ReservedOn = slices.Clone(l.Waits), slices.Clone(l.ReservedOn)
		copies, byRole[c.Role] = append(copies, &c), &c
	}
	return copies, byRole
}

// use counts n more uses of a role by recalls; n may be negative.
func (b *Book) use(id api.RoleID, n int) {
	switch {
	case b.isFork:
	case n > 0:
		b.roles.Ref(id)
	default:
		b.roles.Unref(id)
	}
}
