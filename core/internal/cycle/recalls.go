package cycle

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// A cycle of all agents asks anew what lenders need back. Reserved resources are needed where
// a framework would be offered them. A role whose guarantee is not met needs what it lacks: of
// its own loans first, then of those whose lenders do not need them.

// asked is a question that a cycle has answered: would a framework in a role, or below it,
// take what an agent has once its loans are back?
type asked struct {
	asker
	agent slots.Agent
}

// recalling is a cycle that recalls.
type recalling struct {
	*Cycle
	needs []need // by path
}

// isThere reports whether a borrower is registered: it may have borrowed before the host started.
// Until it is, nobody hears of a recall, and none is made.
func (a *Cluster) isThere(m slots.Subscription) bool {
	return a.frameworks.At(a.frameworks.Subscriptions.At(m).Framework).Registered
}

// recallable is where something may be recalled, by lender: what it has lent of its guarantee.
type recallable map[api.RoleID][]slots.Agent

// recall ends recalls that are no longer needed, makes those that are, and tells of those
// that are overdue.
func (c recalling) recall() {
	if c.lending.Loans == 0 {
		return
	}
	m := &c.loans
	m.asked, m.askers = map[asked]bool{}, map[api.RoleID][]slots.Subscription{}
	c.needs = c.findNeeds()
	c.tellOverdue()
	for _, slot := range c.toReview() {
		m.looked.Reviewed++
		c.reviewRecalls(slot)
	}
	for i := range c.needs {
		x := &c.needs[i]
		isOwn := func(of *lending.Lender) bool { return of.Role == x.role }
		c.recallFor(x, isOwn, func(l *lending.Loan) int64 {
			if l.Lender != x.role {
				return 0
			}
			return l.N
		})
	}
	for i := range c.needs {
		x := &c.needs[i]
		hasSurplus := func(of *lending.Lender) bool {
			for name := range x.lacks.All() {
				if c.surplusOf(of, name) > 0 {
					return true
				}
			}
			return false
		}
		c.recallFor(x, hasSurplus, func(l *lending.Loan) int64 {
			return min(l.N, int64(c.surplusOf(c.lending.LenderOf(l.Lender), l.Name)))
		})
	}
	m.recallable = nil
}

// need is what a role's guarantee lacks, while one of its frameworks asks.
type need struct {
	role  api.RoleID
	lacks quantities.Row // less what is recalled for it
}

// findNeeds returns what roles need.
func (c recalling) findNeeds() (list []need) {
	for id := range c.roles.InUse() {
		r := c.roles.Get(id)
		if !r.HasQuota || r.Active == 0 {
			continue
		}
		x := need{role: id}
		for name := range r.Quota.Guarantees.All() {
			x.lacks.Set(name, lending.Lacks(c.lending, id, name))
		}
		if !x.lacks.IsZero() {
			list = append(list, x)
		}
	}
	return list
}

// tellOverdue writes the recalls that should have been followed.
func (c recalling) tellOverdue() {
	for slot, l := range c.lending.Overdue(c.news.Now) {
		c.emitRecall(api.RecallOverdue, slot, l, l.N)
	}
}

// toReview returns the agents with recalls, and those on which what is lent of reservations may be
// needed.
func (c recalling) toReview() []slots.Agent {
	ofReservations := func(l *lending.Lender) bool { return !l.OfReservations.IsZero() }
	if c.lending.Recalled == 0 && !slices.ContainsFunc(c.lending.Lenders, ofReservations) {
		return nil
	}
	set := slices.Clone(c.lending.RecalledOn)
	for _, l := range c.lending.Lenders {
		if ofReservations(l) {
			c.loans.vainRecalls.of(asker{l.Role, true}).addOthers(&set, l.ReservedOn)
		}
	}
	return set.Append(nil)
}

// toAskAbout returns the agents with loans of which it is not known that nobody with a need would
// take anything.
func (c recalling) toAskAbout() (set container.BitSet[slots.Agent]) {
	for i := range c.needs {
		if x := &c.needs[i]; !x.lacks.IsZero() {
			c.loans.vainRecalls.of(asker{x.role, false}).addOthers(&set, c.lending.On)
		}
	}
	return set
}

// reviewRecalls asks anew of each recall on an agent whether it is needed, and how much of it,
// and recalls reservations that are.
func (c recalling) reviewRecalls(slot slots.Agent) {
	for i := 0; i < len(c.lending.OnAgent(slot)); i++ {
		l := c.lending.OnAgent(slot)[i]
		keep := int64(0)
		switch {
		case l.Reserved && c.isThere(l.Subscription) && c.asks(slot, l.Lender, true):
			keep = l.N
		case !l.Reserved && l.IsRecalled():
			keep = c.keepFor(slot, &l)
		}
		switch {
		case !l.IsRecalled() && keep > 0:
			c.recallPart(slot, i, keep, l.Lender)
		case l.IsRecalled() && keep < l.N:
			c.emitRecall(api.RecallEnds, slot, &l, l.N-keep)
			before := len(c.lending.OnAgent(slot))
			c.lending.EndRecall(slot, i, keep)
			if len(c.lending.OnAgent(slot)) < before {
				i-- // the next loan has taken its place
			}
		}
	}
}

// keepFor returns how much of a recall its role still needs, and takes that out of the need.
func (c recalling) keepFor(slot slots.Agent, l *lending.Loan) int64 {
	for i := range c.needs {
		if x := &c.needs[i]; x.role == l.For && c.asks(slot, x.role, false) {
			keep := min(l.N, int64(x.lacks.At(l.Name)))
			x.lacks.AddAt(l.Name, -api.Amount(keep))
			return keep
		}
	}
	return 0
}

// asks reports whether a framework in a role, or one below it, would be offered something on
// an agent once all that is lent there is back.
func (c recalling) asks(slot slots.Agent, id api.RoleID, below bool) bool {
	if !c.agents.Admitted.Has(slot) {
		return false
	}
	m, question := &c.loans, asked{asker{id, below}, slot}
	inVain := m.vainRecalls.of(question.asker)
	if inVain.has(slot) {
		return false
	}
	answer, known := m.asked[question]
	if known {
		return answer
	}
	m.looked.Askers++
	g := c.agents.At(slot)
	m.back.CopyFrom(g.FreeBag())
	for _, l := range c.lending.OnAgent(slot) {
		m.back.AddCount(c.kinds.Count(l.Original, l.N))
	}
	for _, s := range c.askersIn(id, below) {
		sub := c.frameworks.Subscriptions.At(s)
		if !sub.Active {
			continue
		}
		part := c.Rules.ReservedFor(&m.reachable, &m.back, sub.Role)
		part, _ = c.Rules.StripIncapable(&m.capable, part, c.frameworks.At(sub.Framework).Capabilities)
		answer = c.wouldTake(g, s, part.Bag)
		if answer {
			break
		}
	}
	m.asked[question] = answer
	if !answer {
		inVain.add(slot)
	}
	return answer
}

// askersIn returns the subscriptions of a role, and the active ones of those below it if below
// is set.
func (c recalling) askersIn(id api.RoleID, below bool) []slots.Subscription {
	if !below {
		return c.roles.Get(id).Subscriptions
	}
	list, known := c.loans.askers[id]
	if known {
		return list
	}
	for _, s := range c.frameworks.Active.Append(nil) {
		if c.roles.IsSelfOrAncestor(id, c.frameworks.Subscriptions.At(s).Role) {
			list = append(list, s)
		}
	}
	c.loans.askers[id] = list
	return list
}

// surplusOf returns how much of a resource a lender has lent beyond what its own guarantee lacks,
// and that nobody else has recalled.
func (c recalling) surplusOf(of *lending.Lender, name quantities.Name) api.Amount {
	return max(0, of.OfGuarantee.At(name)-of.ForOthers.At(name)-lending.Lacks(c.lending, of.Role, name))
}

// findRecallable looks at the loans about which somebody may be asked, once in a cycle.
func (c recalling) findRecallable() {
	m := &c.loans
	if m.recallable != nil {
		return
	}
	m.recallable = recallable{}
	for slot := range c.toAskAbout().All {
		loans := c.lending.OnAgent(slot)
		for i := range loans {
			l := &loans[i]
			m.looked.Loans++
			if l.Reserved || l.IsRecalled() || !c.isThere(l.Subscription) {
				continue
			}
			if on := m.recallable[l.Lender]; len(on) == 0 || on[len(on)-1] != slot {
				m.recallable[l.Lender] = append(on, slot)
			}
		}
	}
}

// agentsOf returns where some lenders have lent of their guarantees.
func (c recalling) agentsOf(isOne func(*lending.Lender) bool) (list []slots.Agent) {
	c.findRecallable()
	for _, of := range c.lending.Lenders {
		if isOne(of) {
			list = append(list, c.loans.recallable[of.Role]...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// lentTo is what a borrower may be asked for on one agent.
type lentTo struct {
	agent slots.Agent
	size  float64 // as a part of the cluster, at most what is needed
	event uint64  // the latest
}

// asking is a borrower with its loans that may be recalled, in the order in which they are.
type asking struct {
	borrower
	whole, parts []lentTo
}

// recallFor recalls what a need is for of what some lenders have lent, of each loan as much as most
// says. It asks the borrower with the largest share first, and of it for loans that are needed
// whole, the largest first, the latest of those. Its share then counts what is not recalled.
func (c recalling) recallFor(x *need, isLender func(*lending.Lender) bool, most func(*lending.Loan) int64) {
	if x.lacks.IsZero() || c.loans.vainRecalls.of(asker{x.role, false}).haveAll(c.lending.On, c.agents.Admitted) {
		return
	}
	list := c.askable(x, c.agentsOf(isLender), most)
	for len(list) > 0 && !x.lacks.IsZero() {
		b := list[0]
		switch {
		case len(b.whole) > 0:
			from := b.whole[0]
			b.whole = b.whole[1:]
			if !c.recallOn(x, b, from.agent, true, most) {
				b.parts = append(b.parts, from)
				continue
			}
		case len(b.parts) > 0:
			from := b.parts[0]
			b.parts = b.parts[1:]
			c.recallOn(x, b, from.agent, false, most)
		default:
			list[0], list = list[len(list)-1], list[:len(list)-1]
		}
		b.share = c.shareOfLent(&b.borrower)
		sinkFirst(list)
	}
}

func compareAsking(x, y *asking) int {
	return cmp.Or(cmp.Compare(y.share, x.share), cmp.Compare(x.place, y.place))
}

// sinkFirst puts the first of a heap in its place.
func sinkFirst(heap []*asking) {
	for i := 0; ; {
		first := i
		for below := 2*i + 1; below <= 2*i+2 && below < len(heap); below++ {
			if compareAsking(heap[below], heap[first]) < 0 {
				first = below
			}
		}
		if first == i {
			return
		}
		heap[i], heap[first] = heap[first], heap[i]
		i = first
	}
}

// askable returns who has borrowed what is needed on some agents, the one with the largest share
// first.
func (c recalling) askable(x *need, agents []slots.Agent, most func(*lending.Loan) int64) (list []*asking) {
	at := map[slots.Subscription]int{}
	total := c.totals.Total()
	for _, slot := range agents {
		loans := c.lending.OnAgent(slot)
		for i := range loans {
			l := &loans[i]
			c.loans.looked.Loans++
			n := min(most(l), int64(x.lacks.At(l.Name)))
			if l.Reserved || l.IsRecalled() || n <= 0 || !c.isThere(l.Subscription) || !c.asks(slot, x.role, false) {
				continue
			}
			i, known := at[l.Subscription]
			if !known {
				i = len(list)
				at[l.Subscription] = i
				list = append(list, &asking{borrower: c.borrower(l.Subscription, c.lending.KeptBy(l.Subscription))})
			}
			b := list[i]
			if last := len(b.whole) - 1; last < 0 || b.whole[last].agent != slot {
				b.whole = append(b.whole, lentTo{agent: slot})
			}
			from := &b.whole[len(b.whole)-1]
			from.size, from.event = max(from.size, float64(n)/float64(total.At(l.Name))), l.Event
		}
	}
	slices.SortFunc(list, func(x, y *asking) int { return c.compareNames(x.slot, y.slot) })
	for place, y := range list {
		y.place = place
		slices.SortFunc(y.whole, func(p, q lentTo) int {
			return cmp.Or(cmp.Compare(q.size, p.size), cmp.Compare(q.event, p.event), cmp.Compare(p.agent, q.agent))
		})
	}
	slices.SortFunc(list, compareAsking)
	return list
}

// recallOn recalls what is needed of a borrower's loans on an agent, and reports whether there
// was anything: of loans that are needed whole, or of any.
func (c recalling) recallOn(x *need, b *asking, slot slots.Agent, whole bool, most func(*lending.Loan) int64) (some bool) {
	for i := 0; i < len(c.lending.OnAgent(slot)); i++ {
		l := &c.lending.OnAgent(slot)[i]
		if l.Subscription != b.slot || l.Reserved || l.IsRecalled() {
			continue
		}
		n := min(most(l), int64(x.lacks.At(l.Name)))
		if n <= 0 || whole && n < l.N {
			continue
		}
		x.lacks.AddAt(l.Name, -api.Amount(n))
		c.recallPart(slot, i, n, x.role)
		some = true
	}
	if some {
		b.lent = c.lending.KeptBy(b.slot)
	}
	return some
}

// recallPart recalls n of the i-th loan on an agent, and writes that.
func (c recalling) recallPart(slot slots.Agent, i int, n int64, asks api.RoleID) {
	l := c.lending.Recall(slot, i, n, asks)
	c.emitRecall(api.RecallBegins, slot, l, n)
}

// emitRecall writes what becomes of the recall of a part of a loan.
func (c recalling) emitRecall(stage api.RecallStage, slot slots.Agent, l *lending.Loan, n int64) {
	w, x := &c.outcome, c.LoanOf(slot, l)
	w.out.Recalls = append(w.out.Recalls, api.Recall{
		Stage: stage, Framework: x.Framework, Role: x.Role, Agent: x.Agent, Lender: x.Lender, For: x.For,
		Lent: api.Resource{Kind: x.Lent.Kind, Amount: api.Amount(n)}, Due: x.Due,
	})
}
