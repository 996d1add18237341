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
// which they are due.

// A question is about what is lent on an agent of no more than some cost.
type question struct {
	slot   slots.Agent
	cost   int64
	isLast bool // about the agent
}

// questions returns those about all agents in toAsk: what costs least comes first, then agents in their order. A
// review has one about each.
func (c *Cycle) questions(reviews bool) []question {
	m := &c.loans.recalling
	m.questions = m.questions[:0]
	for _, x := range m.toAsk {
		m.costs = m.costs[:0]
		for _, l := range c.Lending.OnAgent(slots.Agent(x)) {
			if !reviews && !l.Reserved && !l.IsRecalled() {
				m.costs = append(m.costs, l.Cost)
			}
		}
		if len(m.costs) == 0 {
			m.costs = append(m.costs, 0)
		}
		slices.Sort(m.costs)
		for _, cost := range slices.Compact(m.costs) {
			m.questions = append(m.questions, question{slots.Agent(x), cost, false})
		}
		m.questions[len(m.questions)-1].isLast = true
	}
	slices.SortStableFunc(m.questions, func(x, y question) int { return cmp.Compare(x.cost, y.cost) })
	return m.questions
}

// byDue returns those of some roles for whom something is recalled on an agent, by when it is due.
func (c *Cycle) byDue(slot slots.Agent, roles []alloc.RoleID) []alloc.RoleID {
	m := &c.loans.recalling
	m.reviewed = append(m.reviewed[:0], roles...)
	m.reviewed = slices.DeleteFunc(m.reviewed, func(id alloc.RoleID) bool { return !c.Lending.IsRecalledFor(slot, id) })
	slices.SortStableFunc(m.reviewed, func(x, y alloc.RoleID) int { return cmp.Compare(c.Lending.DueFor(slot, x), c.Lending.DueFor(slot, y)) })
	return m.reviewed
}

// orderOfRecalls returns the indices of the loans on an agent that may be recalled for a role, in the order in which they
// are: what costs least comes first, of the same cost borrowers elsewhere, of these the latest.
func (c *Cycle) orderOfRecalls(slot slots.Agent, id alloc.RoleID) []int {
	m, list := &c.loans.recalling, c.Lending.OnAgent(slot)
	m.order = m.order[:0]
	for i := range list {
		if l := &list[i]; !l.Reserved && !l.IsRecalled() {
			m.order = append(m.order, i)
		}
	}
	isOwn := func(l *lending.Loan) int { return assert.BoolInt(c.Roles.IsSelfOrAncestor(id, l.Role)) }
	slices.SortFunc(m.order, func(i, j int) int {
		x, y := &list[i], &list[j]
		return cmp.Or(cmp.Compare(x.Cost, y.Cost), cmp.Compare(isOwn(x), isOwn(y)), cmp.Compare(j, i))
	})
	return m.order
}
