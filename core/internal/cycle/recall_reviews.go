package cycle

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/slots"
)

// A review asks whether a role that is short still needs what is recalled for it on an agent.
type review struct {
	slot  slots.Agent
	place int // of the agent in the order of the stage
	turn  int // of the role in recallingMemory.short
	level int // of the role
	due   alloc.Time
}

// roleOn is a role for which something is recalled on an agent.
type roleOn struct {
	slot slots.Agent
	role alloc.RoleID
}

// listReviews returns the reviews of the pool's recalls for short roles on admitted agents, and ends the pool's
// other recalls. Reviews come by level, then by when the first loan is due (what is overdue last), then by agent
// and role in their order. It settles recalls of reservations at once (askOwners). recall begins with it.
func (c *Cycle) listReviews() []review {
	m := &c.loans.recalling
	turns := map[alloc.RoleID]int{}
	for turn, id := range m.short {
		turns[id] = turn
	}
	c.listAgents(c.Lending.RecalledOn)
	m.reviews = m.reviews[:0]
	c.list = c.order.Sort(c.list, c.Agents, c.Options, c.Options.Seed^m.draws)
	for place, x := range c.list {
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

// review asks each role of a level, for each of its reviews, how much of what is recalled it still needs, and ends
// the rest of the recall. The rest may be recalled for others in the same cycle: lower levels, which were asked
// before, are asked once more. What is due first is reviewed first, so that its role keeps what is free there.
// review returns the reviews of the other levels.
func (c *Cycle) review(reviews []review, level int) []review {
	m, there := &c.loans.recalling, &c.loans.recalling.there
	for len(reviews) > 0 && reviews[0].level == level {
		x := reviews[0]
		id := m.short[x.turn]
		c.comeTo(x.slot)
		mayDiffer := there.mayDiffer // as the roles asked before have left it
		c.setAside(x.slot, id)
		m.ended = false
		there.lent.Reset()
		c.Lending.AddOriginals(&there.lent, x.slot, func(l *lending.Loan) bool { return l.For == id && !l.Reserved })
		if there.lent.Empty() || !c.ask(x.slot, id, true) {
			c.endPooled(x.slot, func(other alloc.RoleID) bool { return other != id })
		}
		there.free.Add(&there.aside)
		c.leave(x.slot, mayDiffer)
		m.freed.Put(x.slot, m.freed.Has(x.slot) || m.ended && level > 0)
		reviews = reviews[1:]
	}
	return reviews
}

// setAside takes out of what is free on an agent the shares of roles that are reviewed after this one: what came back for
// them, and what their recalls count on.
func (c *Cycle) setAside(slot slots.Agent, id alloc.RoleID) {
	m, there := &c.loans.recalling, &c.loans.recalling.there
	delete(m.toReview, roleOn{slot, id})
	there.aside.CopyFrom(&there.free)
	for _, s := range c.Lending.SharesOn(slot) {
		if s.N > 0 && m.toReview[roleOn{slot, s.For}] {
			there.free.SubCount(c.Kinds.Count(s.Original, s.N), c.Kinds)
		}
	}
	there.aside.Sub(&there.free, c.Kinds)
}

// keepOn keeps what is recalled for a role on an agent up to x.beyond, and ends the role's other recalls there.
func (c *Cycle) keepOn(slot slots.Agent, id alloc.RoleID, x *claim) {
	c.endRecalls(slot, func(l *lending.Loan) int64 {
		if l.Reserved || l.For != id {
			return l.N
		}
		return x.takeBeyond(l)
	})
}
