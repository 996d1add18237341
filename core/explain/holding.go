package explain

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
)

// Holding is what a party has, what is kept for it, or what it would lend.
type Holding struct {
	Party
	Amounts alloc.Amounts
	Loan    *LoanState // nil if it is not lent to the party
}

// LoanState is where something is lent, and for whom until when it is recalled.
type LoanState struct {
	Agent    string
	Recalled *Party      // nil: it is not
	Due      *alloc.Time // if it is
}

// text says who has what, and of a loan where and until when.
func (h *Holding) text(now alloc.Time) string {
	if h.Hidden > 0 {
		return "some by " + h.Party.text()
	}
	l := h.Loan
	if l == nil {
		return fmt.Sprintf("%v by %s", h.Amounts, h.Party.text())
	}
	t := fmt.Sprintf("%v lent to %s on %s", h.Amounts, h.Party.text(), l.Agent)
	switch {
	case l.Recalled == nil:
		return t + ", not recalled"
	case *l.Due < now:
		return fmt.Sprintf("%s, recalled for %s, overdue for %s", t, l.Recalled.text(), waitText(*l.Due, now))
	}
	return fmt.Sprintf("%s for another %s, recalled for %s", t, waitText(now, *l.Due), l.Recalled.text())
}
