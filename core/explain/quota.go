package explain

import (
	"fmt"

	"github.com/apportion/apportion/core/alloc"
)

// LimitState is a role's limit of one resource.
type LimitState struct {
	Party
	Resource string
	Limit    alloc.Amount
	Consumed alloc.Amount // offered, allocated or reserved, subroles included
	Short    alloc.Amount // by how much the limit would have to be higher
}

// String says what a limit is and what is used of it.
func (l LimitState) String() string {
	if l.Hidden > 0 {
		return "limit of " + l.Party.text()
	}
	s := fmt.Sprintf("limit of %s is %v %s, %v consumed", l.Party.text(), l.Limit, l.Resource, l.Consumed)
	if l.Short > 0 {
		s += fmt.Sprintf(", %v short", l.Short)
	}
	return s
}

// GuaranteeState is a role's guarantee of one resource that is not met.
type GuaranteeState struct {
	Party
	Resource  string
	Guarantee alloc.Amount
	Consumed  alloc.Amount // offered, allocated or reserved, subroles included
	Lacks     alloc.Amount
	// MostRecalled is how much of what is lent is recalled for the role at a time, if that is bounded.
	MostRecalled *alloc.Amount
}

// String says what a guarantee is and what it lacks.
func (g GuaranteeState) String() string {
	if g.Hidden > 0 {
		return "guarantee of " + g.Party.text()
	}
	s := fmt.Sprintf("guarantee of %s lacks %v of %v %s", g.Party.text(), g.Lacks, g.Guarantee, g.Resource)
	if g.MostRecalled != nil {
		s += fmt.Sprintf(", of which at most %v are recalled at a time", *g.MostRecalled)
	}
	return s
}
