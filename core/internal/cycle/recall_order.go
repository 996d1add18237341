package cycle

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/slots"
)

// What costs least, as hosts say, is recalled first: of all agents, and on an agent. Recalls are reviewed in the order in
// which they are due, of all agents, so that what is due first stays recalled where a role comes to need less (recall_reviews.go).

// A question is about what is lent on an agent of no more than some cost.
type question struct {
	slot   slots.Agent
	cost   int64
	isLast bool // about the agent
	ofAll  bool // who are short, and not only of those that have changed
}

// questions returns those about all agents in toAsk: what costs least comes first, then agents in their order.
func (c *Cycle) questions() []question {
	m := &c.loans.recalling
	m.questions = m.questions[:0]
	for _, x := range m.toAsk {
		m.costs = m.costs[:0]
		for _, l := range c.Lending.OnAgent(slots.Agent(x)) {
			if !l.Reserved && !l.IsRecalled() {
				m.costs = append(m.costs, l.Cost)
			}
		}
		if len(m.costs) == 0 {
			m.costs = append(m.costs, 0)
		}
		slices.Sort(m.costs)
		for _, cost := range slices.Compact(m.costs) {
			m.questions = append(m.questions, question{slots.Agent(x), cost, false, c.sparesNone() || m.asked.AsksAll(slots.Agent(x))})
		}
		m.questions[len(m.questions)-1].isLast = true
	}
	slices.SortStableFunc(m.questions, func(x, y question) int { return cmp.Compare(x.cost, y.cost) })
	return m.questions
}

// orderOfRecalls returns the indices of the loans on an agent that are asked about and may be recalled for a role, in the
// order in which they are: what is recalled for a role above comes first, then what costs least, of the same cost
// borrowers elsewhere, of these the latest.
func (c *Cycle) orderOfRecalls(slot slots.Agent, id alloc.RoleID) []int {
	m, list := &c.loans.recalling, c.Lending.OnAgent(slot)
	m.order = m.order[:0]
	for i := range list {
		if l := &list[i]; (l.IsRecalled() || l.Cost <= m.there.cost) && c.mayRecallFor(l, id) {
			m.order = append(m.order, i)
		}
	}
	isOwn := func(l *lending.Loan) int { return assert.BoolInt(c.Roles.IsSelfOrAncestor(id, l.Role)) }
	slices.SortFunc(m.order, func(i, j int) int {
		x, y := &list[i], &list[j]
		isRecalled := assert.BoolInt(y.IsRecalled()) - assert.BoolInt(x.IsRecalled())
		return cmp.Or(isRecalled, cmp.Compare(x.Cost, y.Cost), cmp.Compare(isOwn(x), isOwn(y)), cmp.Compare(j, i))
	})
	return m.order
}

// mayRecallFor reports whether a loan may be recalled for a role: it is not recalled, or for a role above, which is given
// what those below are.
func (c *Cycle) mayRecallFor(l *lending.Loan, id alloc.RoleID) bool {
	return !l.Reserved && (!l.IsRecalled() || l.For != id && c.Roles.IsSelfOrAncestor(l.For, id))
}
