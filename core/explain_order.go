package core

import (
	"iter"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/sorter"
)

// Standing is how a role or a framework stands among its siblings.
type Standing struct {
	Party
	Policy Policy // by which the siblings are ordered
	// Key is what they are ordered by, the least first: under DRF the weighted
	// dominant share. 0 under Random.
	Key float64
	// Second is what those with the same Key are ordered by, where the policy says so
	// itself: under Ranked the weighted dominant share, under MaxMin and Asset the
	// picks, under a policy of one's own its second number. 0 otherwise.
	Second float64
	Weight float64
	Picks  uint64  // offers so far: the fewest first where keys are the same
	Chance float64 // under Random, to come first of the siblings; 0 otherwise
	// Dominant is the resource of which it holds the largest part, Part, of the
	// cluster; "" if it holds nothing.
	Dominant string
	Part     float64
}

// Order is who comes first: at the first ancestor where the path of a framework
// parts from that of whoever would be asked first of all.
type Order struct {
	// IsFirst: nobody comes before. Then Own, First and the numbers are those of the
	// framework among the frameworks of its role.
	IsFirst bool
	// Leader is who would be asked first of all; itself if IsFirst.
	Leader Party
	// Parent is the role whose children Own and First are; "" for the top-level
	// roles. The children of a role are its subroles and, together as one child, its
	// own frameworks; those are ordered among themselves, and ByFramework is true.
	Parent      Party
	ByFramework bool
	Own, First  Standing
	// Position is that of Own among the Siblings, 1 for the first; 0 under Random,
	// whose order is drawn anew for each agent.
	Position, Siblings int
	// EligibleAhead is how many of the siblings before Own nothing keeps from some
	// agent that has something free; at least so many if AtLeast is set, since to ask
	// all of them about everything has a bound.
	EligibleAhead int
	AtLeast       bool
}

// eligibleJudgements bounds how often siblings are judged, so that it is a matter
// of milliseconds: each so often that it is about as many in all, and however many
// there are, no more than twice that.
const eligibleJudgements = 10_000

// order works out who comes before a subscription, as to what is free on some
// agents.
func (x *examiner) order(m slots.Subscription, free []slots.Agent) Order {
	a := x.a
	sub := a.frameworks.Subscriptions.At(m)
	if o, parted := x.roleOrder(sub.Role, free); parted {
		return o
	}
	r := a.roles.Get(sub.Role)
	p := r.Frameworks.Places(sub.Client)[0]
	o := Order{
		Parent: a.roleParty(sub.Role), ByFramework: true, Position: p.Position, Siblings: p.Siblings,
		Own: a.frameworkStanding(sub.Role, &p.Own), First: a.frameworkStanding(sub.Role, &p.First),
	}
	if o.IsFirst = comesFirst(&p); o.IsFirst {
		o.Leader = a.party(m)
		return o
	}
	o.Leader = a.leaderOf(sub.Role)
	x.countEligible(&o, free, a.ahead(r.Frameworks, &p, func(c sorter.Client) []slots.Subscription { return r.ByClient[c : c+1] }))
	return o
}

// roleOrder is order for a role that has frameworks. parted is whether another role
// comes before it.
func (x *examiner) roleOrder(id RoleID, free []slots.Agent) (o Order, parted bool) {
	a := x.a
	for _, p := range a.roles.Sorter.Places(a.roles.Get(id).Client) {
		o = Order{Own: a.roleStanding(&p.Own), First: a.roleStanding(&p.First), Position: p.Position, Siblings: p.Siblings}
		if p.Parent != "" {
			o.Parent = a.pathParty(p.Parent)
		}
		if comesFirst(&p) {
			continue
		}
		o.Leader = a.leaderOf(id)
		if first := a.roles.Sorter.FirstClient(&p); first != sorter.NoClient { // else it is the likeliest, once it is active
			o.Leader = a.leaderOf(a.roles.ByClient[first])
		}
		x.countEligible(&o, free, a.ahead(a.roles.Sorter, &p, func(c sorter.Client) []slots.Subscription {
			return a.roles.Get(a.roles.ByClient[c]).Subscriptions
		}))
		return o, true
	}
	o.IsFirst, o.Leader = true, a.leaderOf(id)
	return o, false
}

// comesFirst reports whether nobody may come before. Under Random anybody may.
func comesFirst(p *sorter.Place) bool { return p.Position == 1 || p.Siblings == 1 }

// ahead ranges over the siblings ahead of a place in a sorter: for each, the active
// subscriptions of its clients.
func (a *Allocator) ahead(s *sorter.Sorter, p *sorter.Place, of func(sorter.Client) []slots.Subscription) iter.Seq[iter.Seq[slots.Subscription]] {
	return func(yield func(iter.Seq[slots.Subscription]) bool) {
		for clients := range s.Ahead(p) {
			if !yield(func(yield func(slots.Subscription) bool) {
				for client := range clients {
					for _, m := range of(client) {
						if a.frameworks.Active.Has(m) && !yield(m) {
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
func (x *examiner) countEligible(o *Order, free []slots.Agent, ahead iter.Seq[iter.Seq[slots.Subscription]]) {
	left, each := 2*eligibleJudgements, max(8, eligibleJudgements/max(1, o.Siblings))
	for subscriptions := range ahead {
		most := min(each, left)
		eligible, tried := x.anyEligible(subscriptions, free, most)
		o.EligibleAhead += assert.BoolInt(eligible)
		o.AtLeast = o.AtLeast || tried > most
		left -= min(tried, most)
	}
}

// anyEligible reports whether nothing keeps one of some subscriptions from one of
// some agents. It judges at most so many times: tried is more if that did not do to
// know.
func (x *examiner) anyEligible(subscriptions iter.Seq[slots.Subscription], free []slots.Agent, most int) (eligible bool, tried int) {
	for m := range subscriptions {
		e := x.eligibility(m, free, most-tried)
		if tried += e.tried; tried > most || e.found {
			return e.found && tried <= most, tried
		}
		if e.tried < len(free) {
			return false, most + 1
		}
	}
	return false, tried
}

// eligibility is how many of some agents a subscription has been tried with, and
// whether nothing keeps the last of them from it.
type eligibility struct {
	tried int
	found bool
}

// eligibility tries a subscription with at most so many of some agents, which are the
// same each time that an examiner is asked. It goes on where it has stopped the last
// time, and may have come further then.
func (x *examiner) eligibility(m slots.Subscription, free []slots.Agent, most int) eligibility {
	e, end := x.eligible[m], min(most, len(free))
	if e.found || e.tried >= end {
		return e
	}
	for who := x.a.applicantOf(m); !e.found && e.tried < end; e.tried++ {
		e.found = x.judge(&who, x.a.subjectOf(free[e.tried]), false) == 0
	}
	x.eligible[m] = e
	return e
}

// leaderOf returns who comes first of a role's frameworks.
func (a *Allocator) leaderOf(id RoleID) Party {
	r := a.roles.Get(id)
	if r.Active > 0 {
		p := r.Frameworks.Places(a.frameworks.Subscriptions.At(a.activeIn(r)).Client)[0]
		return a.party(r.ByClient[r.Frameworks.FirstClient(&p)])
	}
	return a.roleParty(id) // under Random a role takes part whose frameworks do not
}

// activeIn returns an active subscription of a role that has any.
func (a *Allocator) activeIn(r *roles.Role) slots.Subscription {
	for _, m := range r.Subscriptions {
		if a.frameworks.Active.Has(m) {
			return m
		}
	}
	return slots.None
}

func (a *Allocator) roleStanding(s *sorter.Standing) Standing {
	return a.standing(a.pathParty(s.Path), s)
}

func (a *Allocator) frameworkStanding(id RoleID, s *sorter.Standing) Standing {
	p := a.roleParty(id)
	slot := a.frameworks.ByName[s.Path]
	p.Framework, p.FrameworkName = a.frameworks.FrameworkID(slot), s.Path
	return a.standing(p, s)
}

func (a *Allocator) standing(p Party, s *sorter.Standing) Standing {
	x := Standing{Party: p, Policy: s.Policy, Key: s.Key, Second: s.Second, Weight: s.Weight, Picks: s.Picks, Chance: s.Chance, Part: s.Part}
	if s.Part > 0 {
		x.Dominant = a.names.String(s.Dominant)
	}
	return x
}
