package live

import (
	"cmp"
	"math"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// Loans is what is lent. Of the cluster, Lent and Borrowed are the same; of a role, all below it
// is a part.
type Loans struct {
	Lent     []quantities.Amount // of what is kept for the role, its share of what is
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

// borrowing is a loan as its borrower is told of it.
type borrowing struct {
	Agent       string      `json:"agent"`
	What        []described `json:"what"`
	RecalledFor string      `json:"recalledFor,omitempty"` // "": one that may not be seen
	Due         float64     `json:"due,omitempty"`         // if it is recalled

	loan alloc.Loan
}

// borrowed lists what is lent to a framework, what is due first, in a role or in all; of how many
// loans these are the first.
func borrowed(w *describer, id alloc.FrameworkID, role alloc.RoleID) map[string]any {
	list := []borrowing{}
	for _, l := range w.a.Loans(nil) {
		if l.Framework == id && (role == alloc.AllRoles || l.Role == role) {
			list = append(list, borrowing{loan: l})
		}
	}
	due := func(x borrowing) alloc.Time {
		if x.loan.Recalled {
			return x.loan.Due
		}
		return math.MaxInt64
	}
	slices.SortStableFunc(list, func(x, y borrowing) int { return cmp.Compare(due(x), due(y)) })
	n := len(list)
	list = list[:min(n, mostHolders)]
	for i := range list {
		x := &list[i]
		x.Agent, _ = w.a.AgentName(x.loan.Agent)
		x.What = w.describe([]alloc.Resource{x.loan.Lent})
		if x.loan.Recalled {
			x.RecalledFor, x.Due = w.roleName(x.loan.For), float64(x.loan.Due)/1e9
		}
	}
	return map[string]any{"loans": n, "first": list}
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
