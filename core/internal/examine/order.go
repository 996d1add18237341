package examine

import (
	"iter"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/order"
)

// eligibleJudgements bounds the judgements of siblings, so that they take milliseconds: at most
// max(8, eligibleJudgements/siblings) of each sibling, and 2*eligibleJudgements of all siblings.
const eligibleJudgements = 10_000

// order works out who comes before a subscription when some agents are offered; free are these
// agents.
func (x *examiner) order(m slots.Subscription, free []slots.Agent) explain.Order {
	a := x.a
	sub := a.Frameworks.Subscriptions.At(m)
	if o, parted := x.roleOrder(sub.Role, free); parted {
		return o
	}
	r := a.Roles.Get(sub.Role)
	p := r.Frameworks.Places(sub.Client)[0]
	o := explain.Order{
		Parent: a.roleParty(sub.Role), ByFramework: true, Position: p.Position, Siblings: p.Siblings,
		Own: a.frameworkStanding(sub.Role, &p.Own), First: a.frameworkStanding(sub.Role, &p.First),
	}
	o.IsFirst = comesFirst(&p)
	if o.IsFirst {
		o.Leader = a.party(m)
		return o
	}
	o.Leader = a.leaderOf(sub.Role)
	x.countEligible(&o, free, a.ahead(r.Frameworks, &p, func(c order.Client) []slots.Subscription { return r.ByClient[c : c+1] }))
	return o
}

// roleOrder is order for a role that has frameworks. parted is whether another role
// comes before it.
func (x *examiner) roleOrder(id alloc.RoleID, free []slots.Agent) (o explain.Order, parted bool) {
	a := x.a
	places := a.Roles.Sorter.Places(a.Roles.Get(id).Client)
	for i, p := range places {
		if comesFirst(&p) && i < len(places)-1 {
			continue
		}
		o = explain.Order{Own: a.roleStanding(&p.Own), First: a.roleStanding(&p.First), Position: p.Position, Siblings: p.Siblings}
		if p.Parent != "" {
			o.Parent = a.pathParty(p.Parent)
		}
		if comesFirst(&p) {
			break
		}
		o.Leader = a.leaderOf(id)
		if first := a.Roles.Sorter.FirstClient(&p); first != order.NoClient { // else it is the likeliest, once it is active
			o.Leader = a.leaderOf(a.Roles.ByClient[first])
		}
		x.countEligible(&o, free, a.ahead(a.Roles.Sorter, &p, func(c order.Client) []slots.Subscription {
			return a.Roles.Get(a.Roles.ByClient[c]).Subscriptions
		}))
		return o, true
	}
	o.IsFirst, o.Leader = true, a.leaderOf(id)
	return o, false
}

// comesFirst reports whether nobody may come before. Under Random anybody may.
func comesFirst(p *order.Place) bool { return p.Position == 1 || p.Siblings == 1 }

// ahead ranges over the siblings ahead of a place in a sorter: for each, the active
// subscriptions of its clients.
func (ex *Explainer) ahead(s *order.Sorter, p *order.Place, of func(order.Client) []slots.Subscription) iter.Seq[iter.Seq[slots.Subscription]] {
	return func(yield func(iter.Seq[slots.Subscription]) bool) {
		for clients := range s.Ahead(p) {
			if !yield(func(yield func(slots.Subscription) bool) {
				for client := range clients {
					for _, m := range of(client) {
						if ex.Frameworks.Active.Has(m) && !yield(m) {
							return
						}
					}
				}
			}) {
				return
			}
		}
	}
}

// countEligible counts the siblings ahead with a subscription that nothing keeps
// from one of some agents.
func (x *examiner) countEligible(o *explain.Order, free []slots.Agent, ahead iter.Seq[iter.Seq[slots.Subscription]]) {
	left, each := 2*eligibleJudgements, max(8, eligibleJudgements/max(1, o.Siblings))
	for subscriptions := range ahead {
		most := min(each, left)
		eligible, tried := x.anyEligible(subscriptions, free, most)
		o.EligibleAhead += assert.BoolInt(eligible)
		o.AtLeast = o.AtLeast || tried > most
		left -= min(tried, most)
	}
}

// anyEligible reports whether nothing keeps some agent of free from some subscription. It makes no
// more than most judgements; if tried > most, it could not tell.
func (x *examiner) anyEligible(subscriptions iter.Seq[slots.Subscription], free []slots.Agent, most int) (eligible bool, tried int) {
	for m := range subscriptions {
		e := x.eligibleAgents(m, free, most-tried)
		tried += e.tried
		if tried > most || e.found {
			return e.found && tried <= most, tried
		}
		if e.tried < len(free) {
			return false, most + 1
		}
	}
	return false, tried
}

// eligibleAgents is how many of some agents a subscription has been tried with, and
// whether nothing keeps the last of them from it.
type eligibleAgents struct {
	tried int
	found bool
}

// eligibleAgents tries a subscription with the first most agents of free, which must be the same
// list in each call on an examiner. It goes on where the last call stopped; that call may have
// tried more than most.
func (x *examiner) eligibleAgents(m slots.Subscription, free []slots.Agent, most int) eligibleAgents {
	e, end := x.eligible[m], min(most, len(free))
	if e.found || e.tried >= end {
		return e
	}
	for who := x.a.ApplicantOf(m); !e.found && e.tried < end; e.tried++ {
		s := x.a.SubjectOf(free[e.tried])
		e.found = !s.Free.Empty() && x.Judge(&who, s, false) == 0 // of who holds the rest nothing has to be known
	}
	x.eligible[m] = e
	return e
}

// leaderOf returns who comes first of a role's frameworks.
func (ex *Explainer) leaderOf(id alloc.RoleID) explain.Party {
	r := ex.Roles.Get(id)
	if r.Active > 0 {
		p := r.Frameworks.Places(ex.Frameworks.Subscriptions.At(ex.activeIn(r)).Client)[0]
		return ex.party(r.ByClient[r.Frameworks.FirstClient(&p)])
	}
	return ex.roleParty(id) // under Random a role takes part whose frameworks do not
}

// activeIn returns an active subscription of a role that has any.
func (ex *Explainer) activeIn(r *roles.Role) slots.Subscription {
	for _, m := range r.Subscriptions {
		if ex.Frameworks.Active.Has(m) {
			return m
		}
	}
	return slots.None
}
