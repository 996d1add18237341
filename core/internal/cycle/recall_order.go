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
	turn  int // of the role in recallingMemory.short
	level int // of the role
	due   alloc.Time
}

// listReviews returns the reviews of what is recalled on agents that may be offered, and ends the other recalls: what is
// due first comes first, what is overdue last, of the same time agents and roles in their order, level by level.
func (c *Cycle) listReviews() []review {
	m := &c.loans.recalling
	turns := map[alloc.RoleID]int{}
	for turn, id := range m.short {
		turns[id] = turn
	}
	c.listAgents(c.Lending.RecalledOn)
	m.reviews = m.reviews[:0]
	m.toAsk = c.order.Sort(m.toAsk, c.Agents, c.Options, c.Options.Seed^m.draws)
	for place, x := range m.toAsk {
		slot := slots.Agent(x)
		c.askOwners(slot)
		isReviewed := func(id alloc.RoleID) bool {
			_, isShort := turns[id]
			return isShort && c.Agents.Admitted.Has(slot)
		}
		c.endPooled(slot, isReviewed)
		for _, l := range c.Lending.OnAgent(slot) {
			if l.Reserved || !isReviewed(l.For) {
				continue
			}
			due := l.Due
			if l.IsOverdue(c.Schedule.Now) {
				due = alloc.EndOfTime
			}
			m.reviews = append(m.reviews, review{slot, place, turns[l.For], m.levels[l.For], due})
		}
	}
	isSame := func(x, y review) bool { return x.slot == y.slot && x.turn == y.turn }
	byPlace := func(x, y review) int { return cmp.Or(cmp.Compare(x.place, y.place), cmp.Compare(x.turn, y.turn)) }
	slices.SortFunc(m.reviews, func(x, y review) int { return cmp.Or(byPlace(x, y), cmp.Compare(x.due, y.due)) })
	m.reviews = slices.CompactFunc(m.reviews, isSame)
	clear(m.toReview)
	for _, x := range m.reviews {
		id := m.short[x.turn]
		m.toReview[roleOn{x.slot, id}] = x.due != alloc.EndOfTime || c.Lending.BackFor(x.slot, id) != alloc.EndOfTime
	}
	slices.SortFunc(m.reviews, func(x, y review) int {
		return cmp.Or(cmp.Compare(x.level, y.level), cmp.Compare(x.due, y.due), byPlace(x, y))
	})
	return m.reviews
}

// orderOfRecalls returns the indices of the loans on an agent that are asked about and may be recalled for a role, in the
// order in which they are: what is recalled for a role above comes first, then what costs least, of the same cost
// borrowers elsewhere, of these the latest.
func (c *Cycle) orderOfRecalls(slot slots.Agent, id alloc.RoleID) []int {
	m, list := &c.loans.recalling, c.Lending.OnAgent(slot)
	m.order = m.order[:0]
	for i := range list {
		if l := &list[i]; (l.IsRecalled() || l.Cost <= m.cost) && c.mayRecallFor(l, id) {
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
