package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/demand"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/quantities"
)

// A cycle of all agents asks whom it would offer what is lent: to recall is the guarantee stage on what is
// free and lent together. What a role is short of may be what one below it is short of, and so who is below comes first.
// Recalls are reviewed first: what is recalled counts as given, as long as it would be offered, and nothing more is
// recalled, so that no recall takes the place of another. Then agents are asked about that nobody was asked about in vain.

// remainder is what is free on an agent and nobody claims there, and whether the outcome may be another one in the next cycle.
type remainder struct {
	free      resource.Bag
	mayDiffer bool
}

// shareOn is what of an agent a recall counts on.
type shareOn struct {
	slot slots.Agent
	lending.Share
}

// roleOn is a role for which something is recalled on an agent.
type roleOn struct {
	slot slots.Agent
	role alloc.RoleID
}

// recallingMemory is what recalling works in, and what it remembers.
type recallingMemory struct {
	asked    changes.Asked
	wasShort []quantities.Row // by role's slot: of so much it was short when the cycle before was over

	// Of the cycle under way:
	short     []alloc.RoleID       // roles that are short of something, in the order of the guarantee stage
	levels    map[alloc.RoleID]int // of those: how many of them are below, one below another
	asking    []alloc.RoleID       // those of the level under way that are short still
	given     []alloc.RoleID       // for which something counts as given, and so as consumed
	toAsk     []uint64             // agents
	questions []question
	reviews   []review
	toReview  map[roleOn]bool // whether what is free is left to the role until it is
	shares    []shareOn
	costs     []int64                       // of the agent under way
	order     []int                         // of its loans, in which they are recalled
	owners    map[alloc.RoleID]bool         // whether somebody wants what is reserved for them
	left      map[slots.Agent]remainder     // of agents that were asked about
	freed     container.BitSet[slots.Agent] // where a review has ended recalls after those of lower levels were asked
	draws     uint64

	free, lent, bag, reachable, capable, offer, back resource.Bag
	aside                                            resource.Bag                   // of what is free: the shares of those who are reviewed later
	notRecalled                                      resource.Bag                   // of what is lent, as the question says, if knowsLent
	recalledFor                                      map[alloc.RoleID]*resource.Bag // of the rest
	beside                                           resource.Bag                   // what fills the guarantee and cannot be lent
	isShort, wanted, filling, gets, beyond           quantities.Row
	report                                           alloc.Report // the headroom, less what counts as given
	held                                             demand.HeadroomMark
	limits                                           roles.Limits
	mayDiffer                                        bool  // the outcome may be another one in the next cycle
	ended                                            bool  // some recall has
	cost                                             int64 // of what is asked about, at most
	knowsLent                                        bool  // what of the agent is not recalled
	reviewing                                        bool  // what is recalled already
	joins                                            bool  // the role has something recalled on the agent already, which makes up for a minimum
}

// recall ends recalls that are no longer needed, makes those that are, and tells of those
// that are overdue.
func (c *Cycle) recall() {
	m := &c.loans.recalling
	m.shares = m.shares[:0]
	if c.Lending.On.Empty() {
		m.wasShort, m.held, m.left = nil, demand.HeadroomMark{}, nil
		return
	}
	m.left = map[slots.Agent]remainder{}
	m.draws = DrawsOf(c.Schedule.Counters.Runs, GuaranteeStage)
	m.report.AvailableAfter.CopyFrom(c.outcome.out.Report.AvailableAfter)
	m.report.RequiredAfter.CopyFrom(c.outcome.out.Report.RequiredAfter)
	headroom := demand.Headroom{Available: &m.report.AvailableAfter, Required: &m.report.RequiredAfter}
	c.visit.shrinker.Report = &m.report
	c.Roles.Recount(c.Roles.ToReassess)
	c.findShort()
	for slot, l := range c.Lending.Overdue(c.Schedule.Now) {
		c.emitRecall(alloc.RecallOverdue, slot, l, l.N)
	}
	reviews, last := c.listReviews(), 0
	for _, level := range m.levels {
		last = max(last, level)
	}
	for level := range last + 1 {
		reviews = c.review(reviews, level)
		c.noteShort(level)
		if level == 0 && c.Lending.OpenRecalls() || m.held.ResetIfPassed(headroom) {
			c.Changes.MoreMayBeRecalled()
		}
		m.toAsk, _ = m.asked.AppendPending(m.toAsk[:0], c.Lending.On, c.Lending.On, c.Agents.Admitted, c.sparesNone())
		c.askAboutAll(func(id alloc.RoleID) bool { return m.levels[id] == level }, level == last)
	}
	c.listAgents(m.freed)
	m.freed.Reset()
	c.askAboutAll(func(alloc.RoleID) bool { return true }, true)
	c.noteShort(last)
	c.Roles.Recount(m.given)
	m.held.EndStage(headroom)
}

// listAgents makes m.toAsk the agents of a set.
func (c *Cycle) listAgents(set container.BitSet[slots.Agent]) {
	m := &c.loans.recalling
	m.toAsk = m.toAsk[:0]
	for slot := range set.All {
		m.toAsk = append(m.toAsk, uint64(slot))
	}
}

// askAboutAll asks some of the roles that are short about the agents in m.toAsk. Nobody else is asked about them if these are
// the last.
func (c *Cycle) askAboutAll(whose func(alloc.RoleID) bool, areLast bool) {
	m := &c.loans.recalling
	m.toAsk = c.order.Sort(m.toAsk, c.Agents, c.Options, c.Options.Seed^m.draws)
	m.asking = m.asking[:0]
	for _, id := range m.short {
		if whose(id) {
			m.asking = append(m.asking, id)
		}
	}
	for _, q := range c.questions() {
		c.askAbout(q, areLast && !m.freed.Has(q.slot))
	}
}

// findShort finds the roles that are short of something, and their levels.
func (c *Cycle) findShort() {
	m := &c.loans.recalling
	m.short, m.given = m.short[:0], m.given[:0]
	clear(m.levels)
	var order order.Iterator
	c.Roles.Sorter.Begin(&order, m.draws)
	for client, ok := order.Next(); ok; client, ok = order.Next() {
		if id := c.Roles.ByClient[client]; !c.shortOf(id).IsZero() {
			m.short = append(m.short, id)
			m.levels[id] = 0
		}
	}
	for _, id := range m.short {
		level := 0
		for above := c.Roles.QuotaAbove(id); above != slots.NoRole; above = c.Roles.QuotaAbove(above) {
			if known, isShort := m.levels[above]; isShort {
				level++
				m.levels[above] = max(known, level)
			}
		}
	}
}

// shortOf returns what a role lacks of its guarantee, less what counts as given to it, to be read.
func (c *Cycle) shortOf(id alloc.RoleID) quantities.Row {
	row := &c.loans.recalling.isShort
	c.Roles.Get(id).Unsatisfied(row)
	return *row
}

// noteShort notes of what roles up to a level are short. If that is more of anything than before, somebody may have been
// asked in vain for lack of that need.
func (c *Cycle) noteShort(level int) {
	m := &c.loans.recalling
	for id := range c.Roles.InUse() {
		if m.levels[id] > level {
			continue
		}
		slot := c.Roles.Slot(uint32(id))
		for int(slot) >= len(m.wasShort) {
			m.wasShort = append(m.wasShort, quantities.Row{})
		}
		was, short := &m.wasShort[slot], c.shortOf(id)
		for name, n := range short.All() {
			if n > was.At(name) {
				c.Changes.MoreMayBeRecalled()
			}
		}
		was.CopyFrom(short)
	}
}

// review asks anew those of a level for whom something is recalled, and ends what they need no longer. That may be
// recalled for others in the same cycle: those of lower levels, who were asked before, are asked once more. What is due
// first comes first, so that what is free there stays theirs. It returns the other reviews.
func (c *Cycle) review(reviews []review, level int) []review {
	m := &c.loans.recalling
	for len(reviews) > 0 && reviews[0].level == level {
		x := reviews[0]
		id := m.short[x.turn]
		c.comeTo(x.slot)
		mayDiffer := m.mayDiffer // of those who were asked
		c.setAside(x.slot, id)
		m.ended = false
		m.lent.Reset()
		c.Lending.AddOriginals(&m.lent, x.slot, func(l *lending.Loan) bool { return l.For == id && !l.Reserved })
		if m.lent.Empty() || !c.ask(x.slot, id, true) {
			c.endPooled(x.slot, func(other alloc.RoleID) bool { return other != id })
		}
		m.free.Add(&m.aside)
		c.leave(x.slot, mayDiffer)
		m.freed.Put(x.slot, m.freed.Has(x.slot) || m.ended && level > 0)
		reviews = reviews[1:]
	}
	return reviews
}

// setAside takes out of what is free on an agent the shares of roles that are reviewed after this one: what came back for
// them, and what their recalls count on.
func (c *Cycle) setAside(slot slots.Agent, id alloc.RoleID) {
	m := &c.loans.recalling
	delete(m.toReview, roleOn{slot, id})
	m.aside.CopyFrom(&m.free)
	for _, s := range c.Lending.SharesOn(slot) {
		if s.N > 0 && m.toReview[roleOn{slot, s.For}] {
			m.free.SubCount(c.Kinds.Count(s.Original, s.N), c.Kinds)
		}
	}
	m.aside.Sub(&m.free, c.Kinds)
}

// comeTo goes on with an agent, and leave comes back to it later.
func (c *Cycle) comeTo(slot slots.Agent) {
	m := &c.loans.recalling
	m.free.CopyFrom(c.Agents.At(slot).FreeBag())
	left, asked := m.left[slot]
	if asked {
		m.free.CopyFrom(&left.free)
	}
	m.mayDiffer = left.mayDiffer
}

func (c *Cycle) leave(slot slots.Agent, mayDiffer bool) {
	left := remainder{mayDiffer: mayDiffer}
	left.free.CopyFrom(&c.loans.recalling.free)
	c.loans.recalling.left[slot] = left
}

// askAbout asks those whose turn it is about an agent, who may be offered what is lent of it. Nobody else is asked if they
// are the last.
func (c *Cycle) askAbout(q question, areLast bool) {
	m := &c.loans.recalling
	c.comeTo(q.slot)
	m.knowsLent = false
	m.mayDiffer = c.askOwners(q.slot) || m.mayDiffer
	asking := m.asking[:0]
	for _, id := range m.asking {
		isLent := c.findLent(q, id) // if not, there is nothing until a recall ends, or more is lent
		if isLent && c.shortOf(id).IsZero() {
			continue
		}
		asking = append(asking, id)
		m.mayDiffer = isLent && c.ask(q.slot, id, false) || m.mayDiffer
	}
	m.asking = asking
	if !q.isLast || !areLast {
		c.leave(q.slot, m.mayDiffer)
	} else if !m.mayDiffer {
		m.asked.InVain(q.slot)
	}
}

// endRecalls ends the recalls on an agent, but for how much keep says of each loan.
func (c *Cycle) endRecalls(slot slots.Agent, keep func(*lending.Loan) int64) {
	c.Lending.EndRecalls(slot, keep, func(l *lending.Loan, n int64) {
		c.emitRecall(alloc.RecallEnds, slot, l, n)
		c.loans.recalling.ended = true
	})
}

// endPooled ends the recalls of loans of the pool on an agent for roles that are not to be kept.
func (c *Cycle) endPooled(slot slots.Agent, isKept func(alloc.RoleID) bool) {
	c.endRecalls(slot, func(l *lending.Loan) int64 { return l.N * int64(assert.BoolInt(l.Reserved || isKept(l.For))) })
}

// ask recalls what is lent on an agent, as it was found, and somebody in a role would be offered with what is free there,
// and reports whether there is anything. A review does so with what is recalled for the role already.
func (c *Cycle) ask(slot slots.Agent, id alloc.RoleID, reviews bool) bool {
	m, g := &c.loans.recalling, c.Agents.At(slot)
	m.reviewing = reviews
	m.bag.CopyFrom(&m.free)
	for _, n := range m.lent.Counts {
		if !reviews {
			n.N = min(n.N, int64(c.Lending.MayRecall(id, n.Name)))
		}
		if n.N > 0 {
			m.bag.AddCount(n)
		}
	}
	r := c.Roles.Get(id)
	reachable := c.Rules.ReservedFor(&m.reachable, &m.bag, id)
	var order order.Iterator
	r.Frameworks.Begin(&order, m.draws^uint64(slot))
	for client, ok := order.Next(); ok; client, ok = order.Next() {
		if s := r.ByClient[client]; !g.Exclusions.Has(s) && c.fillsWithLoans(slot, g, s, reachable) {
			c.give(slot, id)
			if reviews {
				c.keepOn(slot, id)
			} else {
				c.recallOn(slot, id)
				m.knowsLent = false
			}
			return true
		}
	}
	return false
}

// findLent finds what is lent of an agent and may be recalled for a role, and reports whether there is anything: what is not
// recalled, and what is for a role above. It is summed up once for all roles that are asked.
func (c *Cycle) findLent(q question, id alloc.RoleID) bool {
	m := &c.loans.recalling
	if !m.knowsLent {
		c.sumUpLent(q)
	}
	m.lent.CopyFrom(&m.notRecalled)
	for above := c.Roles.QuotaAbove(id); len(m.recalledFor) > 0 && above != slots.NoRole; above = c.Roles.QuotaAbove(above) {
		if b := m.recalledFor[above]; b != nil {
			m.lent.Add(b)
		}
	}
	return !m.lent.Empty()
}

// sumUpLent sums up what is lent of an agent of the pool: what is not recalled and costs no more than is asked about, and
// what is, by role.
func (c *Cycle) sumUpLent(q question) {
	m := &c.loans.recalling
	m.notRecalled.Reset()
	clear(m.recalledFor)
	m.cost, m.knowsLent = q.cost, true
	for _, l := range c.Lending.OnAgent(q.slot) {
		b := &m.notRecalled
		switch {
		case l.Reserved || !l.IsRecalled() && l.Cost > m.cost:
			continue
		case l.IsRecalled():
			if m.recalledFor[l.For] == nil {
				m.recalledFor[l.For] = new(resource.Bag)
			}
			b = m.recalledFor[l.For]
		}
		b.AddCount(c.Kinds.Count(l.Original, l.N))
	}
}

// give counts what somebody would have of an agent as given to a role, and claims what of that is free.
func (c *Cycle) give(slot slots.Agent, id alloc.RoleID) {
	m := &c.loans.recalling
	m.beside.Scalars(&m.filling, c.Kinds)
	m.gets.CopyFrom(m.wanted)
	m.beside.Scalars(&m.gets, c.Kinds)
	c.Roles.Satisfy(id, m.gets, m.filling, &m.report.RequiredAfter)
	m.report.AvailableAfter.SubFloor(m.gets)
	for above := id; above != slots.NoRole; above = c.Roles.QuotaAbove(above) {
		m.given = append(m.given, above)
	}
	claimed := &m.beside
	for _, n := range m.offer.Counts {
		if n.N = min(n.N, int64(m.wanted.At(n.Name)), m.free.Of(n.Item())); n.N > 0 && c.Kinds.IsPooled(n) {
			claimed.AddCount(n)
		}
	}
	m.free.Sub(claimed, c.Kinds)
	back := alloc.EndOfTime
	if due := c.Lending.DueFor(slot, id); m.beyond.IsZero() {
		back = due // what is free makes up for all that is recalled
	} else if due != alloc.EndOfTime {
		back = c.Lending.BackFor(slot, id)
	}
	for _, n := range claimed.Counts {
		m.shares = append(m.shares, shareOn{slot, lending.Share{For: id, Original: n.Item(), N: n.N, Back: back}})
	}
}

// takeBeyond takes as much of a loan as is left of what is beyond.
func (c *Cycle) takeBeyond(l *lending.Loan) int64 {
	m := &c.loans.recalling
	n := min(l.N, int64(m.beyond.At(l.Name)))
	m.beyond.AddAt(l.Name, -alloc.Amount(n))
	return n
}

// keepOn keeps what is recalled for a role on an agent as far as it is beyond, and ends the rest.
func (c *Cycle) keepOn(slot slots.Agent, id alloc.RoleID) {
	c.endRecalls(slot, func(l *lending.Loan) int64 {
		if l.Reserved || l.For != id {
			return l.N
		}
		return c.takeBeyond(l)
	})
}

// recallOn recalls what is beyond for a role on an agent.
func (c *Cycle) recallOn(slot slots.Agent, id alloc.RoleID) {
	order := c.orderOfRecalls(slot, id)
	for at, i := range order {
		l := c.Lending.OnAgent(slot)[i]
		n := c.takeBeyond(&l)
		if n > 0 {
			c.recallPart(slot, i, n, id)
		}
		if n == 0 || n == l.N {
			continue
		}
		for j := range order[at:] { // the rest comes behind it
			order[at+j] += assert.BoolInt(order[at+j] > i)
		}
	}
}

// recallPart recalls n of the i-th loan on an agent, and writes that.
func (c *Cycle) recallPart(slot slots.Agent, i int, n int64, asks alloc.RoleID) {
	if l := c.Lending.OnAgent(slot)[i]; l.IsRecalled() {
		c.emitRecall(alloc.RecallEnds, slot, &l, n)
	}
	l := c.Lending.Recall(slot, i, n, asks)
	c.emitRecall(alloc.RecallBegins, slot, l, n)
}

// emitRecall writes what becomes of the recall of a part of a loan.
func (c *Cycle) emitRecall(stage alloc.RecallStage, slot slots.Agent, l *lending.Loan, n int64) {
	w, x := &c.outcome, c.LoanOf(slot, l)
	w.out.Recalls = append(w.out.Recalls, alloc.Recall{
		Stage: stage, Framework: x.Framework, Role: x.Role, Agent: x.Agent, For: x.For,
		Lent: alloc.Resource{Kind: x.Lent.Kind, Amount: alloc.Amount(n)}, Due: x.Due,
	})
}
