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
// which they are due, of all agents, so that what is due first stays recalled where a role comes to need less.

// A question is about what is lent on an agent of no more than some cost.
type question struct {
	slot   slots.Agent
	cost   int64
	isLast bool // about the agent
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
			m.questions = append(m.questions, question{slots.Agent(x), cost, false})
		}
		m.questions[len(m.questions)-1].isLast = true
	}
	slices.SortStableFunc(m.questions, func(x, y question) int { return cmp.Compare(x.cost, y.cost) })
	return m.questions
}

// A review is of what is recalled on an agent for a role that is short of something.
type review struct {
	slot  slots.Agent
	place int // of the agent in the order of the stage
	turn  int // of the role
	due   alloc.Time
}

// listReviews returns the reviews of what is recalled on agents that may be offered: what is due first comes first, what
// is overdue last, of the same time agents and roles in their order.
func (c *Cycle) listReviews() []review {
	m := &c.loans.recalling
	clear(m.turns)
	for turn, id := range m.short {
		m.turns[id] = turn
	}
	m.reviews = m.reviews[:0]
	for place, x := range m.toAsk {
		slot := slots.Agent(x)
		for _, l := range c.Lending.OnAgent(slot) {
			turn, isShort := m.turns[l.For]
			if !isShort || l.Reserved || !c.Agents.Admitted.Has(slot) {
				continue
			}
			due := l.Due
			if l.IsOverdue(c.Schedule.Now) {
				due = alloc.EndOfTime
			}
			m.reviews = append(m.reviews, review{slot, place, turn, due})
		}
	}
	isSame := func(x, y review) bool { return x.slot == y.slot && x.turn == y.turn }
	byPlace := func(x, y review) int { return cmp.Or(cmp.Compare(x.place, y.place), cmp.Compare(x.turn, y.turn)) }
	slices.SortFunc(m.reviews, func(x, y review) int { return cmp.Or(byPlace(x, y), cmp.Compare(x.due, y.due)) })
	m.reviews = slices.CompactFunc(m.reviews, isSame)
	slices.SortFunc(m.reviews, func(x, y review) int { return cmp.Or(cmp.Compare(x.due, y.due), byPlace(x, y)) })
	return m.reviews
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
