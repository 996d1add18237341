package lending

import (
	"cmp"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Loan is an amount of one original that was lent to one subscription at one time.
//
// Invariants:
//  1. N > 0, and on the agent the subscription holds of Copy at least the sum of N of its loans with that Copy. The
//     loans on an agent ascend by Since;
//  2. For is a role if and only if the loan is recalled. Due means something only then.
type Loan struct {
	Subscription slots.Subscription
	Role         alloc.RoleID    // of the subscription
	Original     resource.ItemID // an item of the agent, reserved or not
	Copy         resource.ItemID
	Name         quantities.Name
	Reserved     bool  // else it is of the pool
	N            int64 // thousandths
	Since        alloc.Time
	Cost         int64 // if it has to be given back, see Book.SetCost

	For alloc.RoleID // NoRole: not recalled
	Due alloc.Time
}

// IsRecalled reports whether a loan is to be given back.
func (l *Loan) IsRecalled() bool { return l.For != slots.NoRole }

// As returns a loan of another amount, and as another item.
func (l Loan) As(item resource.ItemID, n int64) Loan {
	l.Copy, l.N = item, n
	return l
}

// isPartOf reports whether two loans are parts of one loan, and neither is recalled.
func (l *Loan) isPartOf(o *Loan) bool {
	return !l.IsRecalled() && !o.IsRecalled() && l.Since == o.Since && l.Cost == o.Cost &&
		l.Subscription == o.Subscription && l.Original == o.Original && l.Copy == o.Copy
}

// compareEnds orders loans by which ends first: a recalled loan before one that is not, and of two recalled loans
// the one that is due first. Of loans that are equal here, the later one ends first (Book.End).
func (l *Loan) compareEnds(o *Loan) int {
	return cmp.Or(assert.BoolInt(o.IsRecalled())-assert.BoolInt(l.IsRecalled()), cmp.Compare(l.Due, o.Due))
}
