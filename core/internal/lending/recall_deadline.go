package lending

import "github.com/apportion/apportion/core/alloc"

// IsOverdue reports whether a loan should have been given back.
func (l *Loan) IsOverdue(now alloc.Time) bool { return l.IsRecalled() && l.Due < now }

// DueIfRecalled returns by when a loan that is recalled now is to be given back: max(now + LendingGrace, Since +
// LendingLeast).
func (l *Loan) DueIfRecalled(now alloc.Time, o *alloc.Options) alloc.Time {
	return max(now.Add(o.LendingGrace), l.Since.Add(o.LendingLeast))
}
