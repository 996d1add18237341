package cycle

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/slots"
)

// Loans that cost least, as hosts say (Book.SetCost), are recalled first: over all agents, and on an agent. Recalls
// are reviewed over all agents in the order in which they are due. So if a role comes to need less, what is due
// first stays recalled (recall_reviews.go).

// A question is for whom to recall, on an agent, loans that cost at most cost.
type question struct {
	slot   slots.Agent
	cost   int64
	isLast bool // the last question about the agent
	ofAll  bool // put to all roles that are short, and not only to those that have changed
}

// questions returns the questions about all agents in the list, one for each cost of a loan there: the least cost
// first, of one cost the agents in their order.
func (c *Cycle) questions() []question {
	m := &c.loans.recalling
	m.questions = m.questions[:0]
	for _, x := range c.list {
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
			m.questions = append(m.questions, question{slots.Agent(x), cost, false, c.asksAll() || m.asked.AsksAll(slots.Agent(x))})
		}
		m.questions[len(m.questions)-1].isLast = true
	}
	slices.SortStableFunc(m.questions, func(x, y question) int { return cmp.Compare(x.cost, y.cost) })
	return m.questions
}

// orderOfRecalls returns the indices of the loans on an agent that may be recalled for a role: those recalled for a
// role above, and of those that are not recalled the ones that cost no more than the question says. They come in
// that order, and then what costs least first. Of equal cost, loans to other roles come before loans to the role
// itself or below it, and the latest loan first.
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

// mayRecallFor reports whether a loan of the pool may be recalled for a role: it is not recalled yet, or it is for
// a role above. (What a role is given counts for the roles above it, too.)
func (c *Cycle) mayRecallFor(l *lending.Loan, id alloc.RoleID) bool {
	return !l.Reserved && (!l.IsRecalled() || l.For != id && c.Roles.IsSelfOrAncestor(l.For, id))
}
