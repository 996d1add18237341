package lending

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// A role can wait for its guarantee: it may bound how much of the pool is recalled for it at a time (MostRecalled).
// What is overdue does not count.

// OpenRecalls works out how much more may be recalled in this cycle for each role that bounds it (mayRecall). It
// reports whether that is more for one of them than the last cycle left. Then all are to be asked anew.
func (b *Book) OpenRecalls() (isMore bool) {
	for _, l := range b.Terms {
		l.wasLeft.CopyFrom(l.mayRecall)
		l.mayRecall.CopyFrom(l.MostRecalled.Amounts)
	}
	b.onAgents(b.RecalledOn, func(_ slots.Agent, l *Loan) bool {
		if l.IsRecalled() && !l.IsOverdue(b.schedule.Now) {
			b.mayRecallLess(l)
		}
		return true
	})
	for _, l := range b.Terms {
		for name, n := range l.mayRecall.All() {
			isMore = isMore || n > l.wasLeft.At(name)
		}
	}
	return isMore
}

// mayRecallLess takes a loan that is recalled for a role out of what more may be recalled for that role.
func (b *Book) mayRecallLess(l *Loan) {
	if asks := b.byRole[l.For]; asks != nil && !l.Reserved {
		asks.mayRecall.Set(l.Name, max(0, asks.mayRecall.At(l.Name)-alloc.Amount(l.N)))
	}
}

// MayRecall returns how much more of a name may be recalled for a role in the cycle under way, MaxSum if that is not
// bounded.
func (b *Book) MayRecall(id alloc.RoleID, name quantities.Name) alloc.Amount {
	if _, bounded := b.MostRecalled(id, name); bounded {
		return b.byRole[id].mayRecall.At(name)
	}
	return quantities.MaxSum
}

// MostRecalled returns how much of a name may be recalled for a role at a time, if that is bounded.
func (b *Book) MostRecalled(id alloc.RoleID, name quantities.Name) (most alloc.Amount, bounded bool) {
	asks := b.byRole[id]
	if asks == nil || !asks.MostRecalled.Finite.Has(name) {
		return 0, false
	}
	return asks.MostRecalled.Amounts.At(name), true
}
