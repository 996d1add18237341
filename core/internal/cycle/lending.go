package cycle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/worth"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/quantities"
)

// At the end of a cycle of all agents, what is kept back for roles that lend and that nobody
// has taken is offered as revocable: on each agent to the subscription with the smallest share
// of what is lent that would take it.

// lendingMemory is what lending and recalling work in.
type lendingMemory struct {
	borrowers []borrower
	offered   map[placeOfOffer]bool // of this cycle, before anything was lent
	lendable  lendable
	agents    []slots.Agent // of one word of those that may be lent
	vain      vainLending
	looked    LookedForLoans

	vainRecalls vainRecalls
	asked       map[asked]bool // what was found out in this cycle
	askers      map[api.RoleID][]slots.Subscription
	recallable  recallable
	back        resource.Bag // what an agent has free once its loans are back
	reachable   resource.Bag // the part of that for a role
	capable     resource.Bag // the part of that for a framework
}

// LookedForLoans counts what the latest cycle looked at: tests hold cycles in vain to it.
type LookedForLoans struct {
	Borrowers int // by agent, if something is to be lent
	Lenders   int // by agent and resource, for everybody or for those below one lender
	Askers    int // by agent, if something is to be recalled
	Loans     int // all, if something is to be recalled, then by need
}

// LookedForLoans returns what the latest cycle looked at.
func (c *Cycle) LookedForLoans() LookedForLoans {
	c.loans.looked.Lenders = c.loans.lendable.looked
	return c.loans.looked
}

type placeOfOffer struct {
	agent        slots.Agent
	subscription slots.Subscription
}

// borrower is a subscription that may borrow, or has borrowed.
type borrower struct {
	slot   slots.Subscription
	role   api.RoleID
	weight float64
	share  float64        // of what is lent, divided by the weight
	lent   quantities.Row // that counts towards the share
	place  int            // by framework, then role
	lender int            // the place of the one that the role is, or is below: it may have less than others
	isNew  bool           // see vainLending
}

// lend lends what is left of a cycle.
func (c *Cycle) lend() {
	m := &c.loans
	m.lendable.open(c.Cluster, c.lending)
	if m.lendable.isEmpty() || !c.findBorrowers() {
		return
	}
	c.noteOffered()
	someNew := m.vain.begin(c)
	loans := c.lending.Loans
	for i, word := range c.agents.Offerable {
		word &= c.agents.Admitted.Word(i)
		if !someNew {
			word &^= m.vain.agents.Word(i)
		}
		m.agents = container.AppendWord(m.agents[:0], i, word)
		for _, slot := range m.agents {
			m.vain.agents.Put(slot, c.lendOn(slot) && c.lending.Loans == loans) // else there was less room than at the beginning
		}
	}
}

// lendOn lends what may be lent of an agent to the first that would take it. It reports whether
// nobody would, in the next cycle either.
func (c *Cycle) lendOn(slot slots.Agent) (inVain bool) {
	g, m := c.agents.At(slot), &c.loans
	m.lendable.comeTo(g.FreeBag())
	whole := m.lendable.partBelow(-1)
	if len(whole.loans) == 0 {
		return true
	}
	inVain = true
	onlyNew := m.vain.agents.Has(slot)
	for at := range m.borrowers {
		b := &m.borrowers[at]
		if onlyNew && !b.isNew {
			continue
		}
		m.looked.Borrowers++
		if m.offered[placeOfOffer{slot, b.slot}] {
			inVain = false
			continue
		}
		if !c.wouldTake(g, b.slot, &whole.copies) {
			continue // nor would it take its own part, which has no more of any resource
		}
		if part := m.lendable.partBelow(b.lender); part == whole || c.wouldTake(g, b.slot, &part.copies) {
			c.lendTo(slot, g, b.slot, part)
			c.moveBorrower(at)
			return false
		}
	}
	return inVain
}

// lacks returns how much a role holds less than its guarantee.
func (c *Cluster) lacks(id api.RoleID, name quantities.Name) api.Amount {
	r := c.roles.Get(id)
	return max(0, r.Quota.Guarantees.At(name)-r.OfferedOrAllocatedUnreserved.At(name)-r.Reserved.At(name))
}

// findBorrowers puts those who may borrow in the order of their shares. Frameworks that have
// not given back in time may not.
func (c *Cycle) findBorrowers() bool {
	m := &c.loans
	overdue := map[slots.Framework]bool{}
	for _, l := range c.lending.Overdue(c.news.Now) {
		overdue[c.frameworks.Subscriptions.At(l.Subscription).Framework] = true
	}
	m.borrowers = m.borrowers[:0]
	for _, s := range c.frameworks.Active.Append(nil) {
		f := c.frameworks.Subscriptions.At(s).Framework
		if c.frameworks.At(f).Capabilities&api.RevocableResources != 0 && !overdue[f] {
			m.borrowers = append(m.borrowers, c.borrower(s, c.lending.Of(s)))
		}
	}
	for i := range m.borrowers {
		m.borrowers[i].lender = m.lendable.lenderAbove(m.borrowers[i].role)
	}
	c.orderBorrowers()
	return len(m.borrowers) > 0
}

// isThere reports whether a borrower is registered: it may have borrowed before the host started.
// Until it is, nobody hears of a recall, and none is made.
func (a *Cluster) isThere(m slots.Subscription) bool {
	return a.frameworks.At(a.frameworks.Subscriptions.At(m).Framework).Registered
}

// addLentBeforehand adds what is lent to those who are not there. The sorters do not count them.
func (a *Cluster) addLentBeforehand(sum *quantities.Row) {
	if a.ledger.UnregisteredUse.IsZero() {
		return
	}
	for m, lent := range a.lending.Borrowers { // a sum, in any order
		if !a.isThere(m) {
			sum.Add(lent)
		}
	}
}

// borrower returns a subscription with what counts towards its share.
func (c *Cycle) borrower(s slots.Subscription, lent quantities.Row) borrower {
	role := c.frameworks.Subscriptions.At(s).Role
	b := borrower{slot: s, role: role, weight: c.roles.Get(role).Weight, lent: lent}
	b.share = c.shareOfLent(&b)
	return b
}

// shareOfLent returns a borrower's dominant share of the cluster in what is lent, divided by
// the weight of its role.
func (c *Cycle) shareOfLent(b *borrower) float64 {
	share, total := 0.0, c.totals.Total()
	for name, q := range b.lent.All() {
		if q > 0 {
			share = max(share, float64(q)/float64(total.At(name)))
		}
	}
	return share / b.weight
}

// orderBorrowers orders borrowers by share; of the same share, by framework and role.
func (c *Cycle) orderBorrowers() {
	list := c.loans.borrowers
	slices.SortFunc(list, func(x, y borrower) int {
		f := func(b borrower) *frameworks.Framework {
			return c.frameworks.At(c.frameworks.Subscriptions.At(b.slot).Framework)
		}
		return cmp.Or(strings.Compare(f(x).Name, f(y).Name), c.roles.ComparePaths(x.role, y.role))
	})
	for i := range list {
		list[i].place = i
	}
	slices.SortFunc(list, compareBorrowers)
}

func compareBorrowers(x, y borrower) int {
	return cmp.Or(cmp.Compare(x.share, y.share), cmp.Compare(x.place, y.place))
}

// moveBorrower puts a borrower in its place that has been lent something.
func (c *Cycle) moveBorrower(at int) {
	list := c.loans.borrowers
	b := list[at]
	b.lent = c.lending.Of(b.slot)
	b.share = c.shareOfLent(&b)
	for ; at+1 < len(list) && compareBorrowers(list[at+1], b) < 0; at++ {
		list[at] = list[at+1]
	}
	list[at] = b
}

// noteOffered notes who was offered something where: a cycle makes at most one offer there.
func (c *Cycle) noteOffered() {
	c.loans.offered = map[placeOfOffer]bool{}
	for i := range c.outcome.out.Offers {
		o := &c.outcome.out.Offers[i]
		_, agent, err := c.agents.AgentOf(o.Agent)
		_, framework, err2 := c.frameworks.FrameworkOf(o.Framework)
		if err == nil && err2 == nil {
			c.loans.offered[placeOfOffer{agent, c.frameworks.FindSubscription(framework, o.Role)}] = true
		}
	}
}

// lendTo lends a part of an agent to a borrower.
func (c *Cycle) lendTo(slot slots.Agent, g *agents.Agent, m slots.Subscription, p *part) {
	holds := g.FindEntry(m) == slots.None
	i := ledger.Lend(c.ledger, slot, m, p.loans, &p.copies)
	if !holds {
		i = slots.None
	}
	c.loans.lendable.take(p, +1)
	c.ShrinkOrder.Lent(slot, ledger.Books{Ledger: c.ledger}.HolderOf(m), copiesIn(p.loans))
	c.news.OfferMade()
	c.outcome.emit(slot, m, &p.copies, i)
}

// copiesIn lists the copies in a part, in its order.
func copiesIn(part []lending.Loan) (list shrinkorder.Vector) {
	for i := range part {
		list.Add(part[i].Copy)
	}
	return list
}

// wouldTake reports whether nothing but quota keeps an offer on an agent from a subscription.
func (c *Cycle) wouldTake(g *agents.Agent, s slots.Subscription, offer *resource.Bag) bool {
	sub := c.frameworks.Subscriptions.At(s)
	capabilities := c.frameworks.At(sub.Framework).Capabilities
	return !g.IsExcluded(s) && c.Rules.MayUseGPUs(capabilities, g) && worth.MayUseRegion(capabilities, g) &&
		c.Rules.AgentIsCapable(g.Capabilities, sub.Role, capabilities) &&
		c.frameworks.Allocatable(offer, c.frameworks.Minimum(sub)) && !c.frameworks.Filtered(g, s, offer)
}

// LoanOf returns a loan as callers see it.
func (a *Cluster) LoanOf(slot slots.Agent, l *lending.Loan) api.Loan {
	sub := a.frameworks.Subscriptions.At(l.Subscription)
	return api.Loan{
		Framework: a.frameworks.FrameworkID(sub.Framework), Role: sub.Role, Agent: a.agents.AgentID(slot),
		Lender: l.Lender, Reserved: l.Reserved,
		Original: api.KindID(l.Original),
		Lent:     api.Resource{Kind: api.KindID(l.Copy), Amount: api.Amount(l.N)},
		Since:    l.Since, Recalled: l.IsRecalled(), For: l.For, Due: l.Due,
	}
}

// vainLending remembers on which agents nobody would take what may be lent. It is true until the
// agent is dirty again (news.Touched), or there is more to be lent. Who has come since, or has
// changed, is asked alone.
type vainLending struct {
	agents    container.BitSet
	fresh     container.BitSet     // subscriptions that have changed since that was learned
	borrowers []slots.Subscription // then, in order
	lenders   []uint64             // what they had to lend then
	rooms     []int64              // how much
}

// followFresh begins a cycle.
func (v *vainLending) followFresh(c *Cycle) {
	if !v.agents.Empty() {
		v.fresh.Unite(c.news.Fresh)
	}
}

// begin forgets what is not true with those who borrow and lend now, and reports whether any
// borrowers are new.
func (v *vainLending) begin(c *Cycle) (someNew bool) {
	lenders, rooms := c.loans.lendable.list()
	for i := range rooms {
		if !slices.Equal(lenders, v.lenders) || rooms[i] > v.rooms[i] || tested.Of(c.options).FullPass {
			v.agents.Reset()
			break
		}
	}
	v.lenders, v.rooms = lenders, rooms
	list := c.loans.borrowers
	for i := range list {
		_, known := slices.BinarySearch(v.borrowers, list[i].slot)
		list[i].isNew = !known || v.fresh.Has(list[i].slot)
		someNew = someNew || list[i].isNew
	}
	if someNew { // who are not asked about the others
		for i := range v.agents {
			v.agents[i] &= c.agents.Offerable.Word(i) & c.agents.Admitted.Word(i)
		}
	}
	v.fresh.Reset()
	v.borrowers = v.borrowers[:0]
	for i := range list {
		v.borrowers = append(v.borrowers, list[i].slot)
	}
	slices.Sort(v.borrowers)
	return someNew
}

// list lists who may lend what, and how much now.
func (x *lendable) list() (lenders []uint64, rooms []int64) {
	for i := range x.rooms {
		r := &x.rooms[i]
		lenders = append(lenders, uint64(r.lender.Role), uint64(r.name), uint64(assert.BoolInt(r.lender.Reservations)))
		rooms = append(rooms, int64(x.inAll(r)), int64(x.ofGuarantee(r)))
	}
	return lenders, rooms
}
