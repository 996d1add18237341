package lending

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Loan is an amount of one original that was lent to one subscription at one time.
//
// Invariants:
//  1. N > 0, and the subscription holds at least the N of all its loans with that Copy on the
//     agent;
//  2. For is a role if and only if the loan is recalled, and Due counts then. Of what was lent
//     at once of an original, at most one loan is not recalled.
type Loan struct {
	Subscription slots.Subscription
	Original     resource.ItemID // has Reserved or not
	Copy         resource.ItemID
	Name         quantities.Name
	Reserved     bool  // else it is of the pool
	N            int64 // thousandths
	Since        alloc.Time
	Event        uint64 // numbers what was lent at once: later loans have higher numbers

	For alloc.RoleID // NoRole: not recalled
	Due alloc.Time
}

// IsRecalled reports whether a loan is to be given back.
func (l *Loan) IsRecalled() bool { return l.For != slots.NoRole }

// IsOverdue reports whether a loan should have been given back.
func (l *Loan) IsOverdue(now alloc.Time) bool { return l.IsRecalled() && l.Due < now }

// As returns a loan of another amount, and as another item.
func (l Loan) As(item resource.ItemID, n int64) Loan {
	l.Copy, l.N = item, n
	return l
}

// isOf reports whether two loans are parts of what was lent at once of an original.
func (l *Loan) isOf(o *Loan) bool {
	return l.Event == o.Event && l.Subscription == o.Subscription && l.Original == o.Original
}

// endsBefore compares a loan with one that was entered before it: what is recalled ends first, of
// that what is due first, then the latest.
func (l *Loan) endsBefore(before *Loan) bool {
	switch {
	case l.IsRecalled() != before.IsRecalled():
		return l.IsRecalled()
	case l.IsRecalled() && l.Due != before.Due:
		return l.Due < before.Due
	}
	return l.Event >= before.Event
}
