package live

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

// Loans is what is lent. Of the cluster, Lent and Borrowed are the same; of a role, all below it
// is a part.
type Loans struct {
	Lent     []quantities.Amount // of what is kept for the role
	Borrowed []quantities.Amount // of what its frameworks hold
	Recalled []quantities.Amount // of that
	Overdue  []quantities.Amount // of that: it should have been given back
}

// loansOf picks what is lent of the names of a state, nil if nothing is.
func loansOf(x *core.LoanMetrics, pick func(quantities.Row) []quantities.Amount) *Loans {
	if x.Lent.IsZero() && x.Borrowed.IsZero() {
		return nil
	}
	return &Loans{pick(x.Lent), pick(x.Borrowed), pick(x.Recalled), pick(x.Overdue)}
}

// lists are the four, in the order in which rows have them.
func (l *Loans) lists() [4][]quantities.Amount {
	return [4][]quantities.Amount{l.Lent, l.Borrowed, l.Recalled, l.Overdue}
}

// addLoans adds what is lent below a role to what it has itself.
func addLoans(sum **Loans, below *Loans) {
	if below == nil {
		return
	}
	if *sum == nil {
		n := len(below.Lent)
		*sum = &Loans{make([]quantities.Amount, n), make([]quantities.Amount, n), make([]quantities.Amount, n), make([]quantities.Amount, n)}
	}
	for i, list := range below.lists() {
		addTo((*sum).lists()[i], list)
	}
}

// overdueOf returns what a framework in a role should have given back, nil if nothing.
func (x *Raw) overdueOf(m *core.SubscriptionLoad, pick func(quantities.Row) []quantities.Amount) []quantities.Amount {
	for i := range x.metrics.Overdue {
		if o := &x.metrics.Overdue[i]; o.Framework == m.Framework && o.Role == m.Role {
			return pick(o.Amounts)
		}
	}
	return nil
}
