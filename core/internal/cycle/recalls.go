package cycle

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/demand"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/quantities"
)

// A cycle of all agents asks to whom it would offer what is lent: to recall is to run the guarantee stage on what
// is free and lent together. A role may be short of the same as one below it, and so roles below are asked first,
// level by level. Each level begins with its reviews. What is recalled already counts as given, as long as it would
// be offered: a review recalls nothing more, so that no recall takes the place of another. Then the level's roles
// are asked about each agent that is pending: one about which not everybody was asked in vain since something
// changed.

// recallingMemory is what recalling remembers from cycle to cycle, and what it works in.
type recallingMemory struct {
	asked    changes.Asked
	wasShort []quantities.Row // by role's slot: what the role was short of when the last cycle ended
	held     demand.HeadroomMark

	// Of the cycle under way:
	report   alloc.Report         // the headroom, less what counts as given
	draws    uint64               // order clients of equal shares
	short    []alloc.RoleID       // roles that are short of something, in the order of the guarantee stage
	levels   map[alloc.RoleID]int // of each role in short: how many others are below it, at most, on one path
	asking   []alloc.RoleID       // roles of the level under way that are still short
	changed  []alloc.RoleID       // roles in asking that changed after being asked in vain about agents that did not
	given    []alloc.RoleID       // roles for which something counts as given, and so as consumed
	toReview map[roleOn]bool      // reviews to come; true: what is free of the role's share is left to it until then
	shares   []shareOn
	left     map[slots.Agent]remainder     // of agents about which roles were asked
	freed    container.BitSet[slots.Agent] // where a review has ended recalls when lower levels had been asked

	there lentOnAgent // on the agent under way
	claim claim       // of the subscription that is asked about it
	ended bool        // the review under way has ended a recall

	// Scratch:
	questions               []question
	reviews                 []review
	costs                   []int64               // of the loans on an agent
	order                   []int                 // indices of these, in the order of recalls
	owners                  map[alloc.RoleID]bool // whether somebody wants what is reserved for them
	bag, reachable, capable resource.Bag
	isShort                 quantities.Row
	limits                  roles.Limits
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
		if level == 0 && c.Lending.OpenRecalls() || m.held.ResetIfPassed(&m.report) {
			c.Changes.RecallsChanged()
		}
		c.list, _ = m.asked.AppendPending(c.list[:0], c.Lending.On, c.Lending.On, c.Agents.Admitted, c.asksAll())
		c.askAboutAll(func(id alloc.RoleID) bool { return m.levels[id] == level }, level == last)
	}
	c.listAgents(m.freed)
	m.freed.Reset()
	c.askAboutAll(func(alloc.RoleID) bool { return true }, true)
	c.noteShort(last)
	c.Roles.Recount(m.given)
	m.held.EndStage(&m.report)
}

// listAgents makes the list the agents of a set.
func (c *Cycle) listAgents(set container.BitSet[slots.Agent]) {
	c.list = c.list[:0]
	for slot := range set.All {
		c.list = append(c.list, uint64(slot))
	}
}

// askAboutAll asks those short roles that whose selects about the agents in the list. About an agent where nothing
// else has changed, it asks only roles that have changed. areLast says that nobody is asked about the agents after
// them.
func (c *Cycle) askAboutAll(whose func(alloc.RoleID) bool, areLast bool) {
	m := &c.loans.recalling
	if len(c.list) == 0 {
		return
	}
	c.list = c.order.Sort(c.list, c.Agents, c.Options, c.Options.Seed^m.draws)
	questions, since := c.questions(), changes.Never
	for _, q := range questions {
		if !q.ofAll {
			since = min(since, m.asked.UpTo(q.slot))
		}
	}
	m.asking, m.changed = m.asking[:0], m.changed[:0]
	for _, id := range m.short {
		if !whose(id) {
			continue
		}
		m.asking = append(m.asking, id)
		if c.hasChanged(id, since) {
			m.changed = append(m.changed, id)
		}
	}
	for _, q := range questions {
		c.askAbout(q, areLast && !m.freed.Has(q.slot))
	}
}

// hasChanged reports whether a role has got more room, or a subscription in it has changed, since a tick.
func (c *Cycle) hasChanged(id alloc.RoleID, since changes.Tick) bool {
	return c.Changes.Roles.At(c.Roles.Slot(uint32(id))) > since || slices.ContainsFunc(c.Roles.Get(id).Subscriptions, func(s slots.Subscription) bool {
		return c.Changes.Subscriptions.At(s) > since
	})
}

// askAbout puts a question to the roles in asking, or only to those in changed. areLast says that nobody is asked
// about the agent after them.
func (c *Cycle) askAbout(q question, areLast bool) {
	m := &c.loans.recalling
	c.comeTo(q.slot)
	m.there.mayDiffer = c.askOwners(q.slot) || m.there.mayDiffer
	list := &m.changed
	if q.ofAll {
		list = &m.asking
	}
	asking := (*list)[:0]
	for _, id := range *list {
		isLent := c.findLent(q, id) // if not, nothing can be recalled until a recall ends, or more is lent
		if isLent && c.shortOf(id).IsZero() {
			continue
		}
		asking = append(asking, id)
		m.there.mayDiffer = isLent && c.ask(q.slot, id, false) || m.there.mayDiffer
	}
	*list = asking
	if !q.isLast || !areLast {
		c.leave(q.slot, m.there.mayDiffer)
	} else if !m.there.mayDiffer {
		m.asked.InVain(q.slot)
	}
}

// ask looks in a role for the first subscription that has a claim on what is free and lent on an agent (findLent),
// recalls what the claim needs, and reports whether there is one. A review recalls nothing: it keeps what is
// recalled for the role already, as far as the claim needs that.
func (c *Cycle) ask(slot slots.Agent, id alloc.RoleID, reviews bool) bool {
	m, g := &c.loans.recalling, c.Agents.At(slot)
	m.bag.CopyFrom(&m.there.free)
	for _, n := range m.there.lent.Counts {
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
		s := r.ByClient[client]
		if g.Exclusions.Has(s) {
			continue
		}
		x := c.claimOf(slot, g, s, reachable, reviews)
		if x == nil {
			continue
		}
		c.give(slot, id, x)
		if reviews {
			c.keepOn(slot, id, x)
		} else {
			c.recallOn(slot, id, x)
			m.there.isSummedUp = false
		}
		return true
	}
	return false
}
