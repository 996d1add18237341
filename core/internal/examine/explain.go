// Package examine finds out why a framework is offered what it is, and nothing more: it judges
// agents by the cycle's own rules, and looks for what would help. Package explain has the words.
//
// Invariants:
//  1. It writes nothing of the allocator: rules run on an examiner's memory.
//  2. Rows of rules are those of explain.ReasonCodes, in the same order.
package examine

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/quantities"
)

// Explainer reads an allocator's state. It changes nothing in it, and remembers nothing from call to call.
type Explainer struct{ *state.State }

// New returns an explainer of an allocator's state.
func New(s *state.State) *Explainer { return &Explainer{s} }

// Explain is core.Allocator.Explain.
func (ex *Explainer) Explain(id alloc.FrameworkID, r alloc.RoleID) (*explain.Explanation, error) {
	m, err := ex.Frameworks.SubscriptionOf(id, r)
	if err != nil {
		return nil, err
	}
	return ex.NewExaminer().explain(m), nil
}

// ExplainFramework is core.Allocator.ExplainFramework.
func (ex *Explainer) ExplainFramework(id alloc.FrameworkID) ([]*explain.Explanation, error) {
	f, _, err := ex.Frameworks.FrameworkOf(id)
	if err != nil {
		return nil, err
	}
	list, x := []*explain.Explanation{}, ex.NewExaminer()
	for _, m := range f.Subscriptions {
		if ex.Frameworks.Subscriptions.At(m).Subscribed {
			list = append(list, x.explain(m))
		}
	}
	return list, nil
}

// ExplainAgent is core.Allocator.ExplainAgent.
func (ex *Explainer) ExplainAgent(id alloc.FrameworkID, r alloc.RoleID, agent alloc.AgentID) (*explain.AgentExplanation, error) {
	m, err := ex.Frameworks.SubscriptionOf(id, r)
	if err != nil {
		return nil, err
	}
	g, slot, err := ex.Agents.AgentOf(agent)
	if err != nil {
		return nil, err
	}
	x := ex.NewExaminer()
	who, s := ex.ApplicantOf(m), ex.SubjectOf(slot)
	e := &explain.AgentExplanation{Subject: ex.party(m), Now: ex.Schedule.Now, Agent: agent, Name: g.Name}
	e.Reasons = x.describe(&who, s, true)
	e.Order = x.order(m, []slots.Agent{slot})
	e.Verdict.Code = e.Reasons[0].Code
	if e.Verdict.Code != explain.ReasonNone {
		e.Verdict.Remedies = x.remedies([]subject{s}, false, &who)
	}
	return e, nil
}

// ExplainRole is core.Allocator.ExplainRole.
func (ex *Explainer) ExplainRole(id alloc.RoleID) (*explain.RoleExplanation, error) {
	if err := ex.Roles.CheckRole(id); err != nil {
		return nil, err
	}
	x := ex.NewExaminer()
	who, nobody := ex.applicantsIn(id)
	v := x.survey(who...)
	e := &explain.RoleExplanation{Survey: v.tell(x, ex.roleParty(id), who...), NoneSubscribed: nobody}
	e.Limits = x.limitStates(id, quantities.Row{})
	e.Guarantees = x.guaranteeStates(func(o alloc.RoleID) bool {
		return ex.Roles.IsSelfOrAncestor(o, id) || ex.Roles.IsSelfOrAncestor(id, o)
	})
	e.Borrowing = ex.boundStates(id)
	r := ex.Roles.Get(id)
	if len(r.Subscriptions) > 0 {
		keys := r.Frameworks.Keys()
		for _, m := range ex.Frameworks.SubscriptionsByName(nil, r) {
			e.Frameworks = append(e.Frameworks, ex.roleFramework(&keys, m))
		}
		e.Order, _ = x.roleOrder(id, v.free)
	} else {
		e.Below, e.MoreBelow = ex.below(id)
	}
	return e, nil
}

// mostBelow is how many roles below one are named.
const mostBelow = 5

// below returns the roles below one in which frameworks are, the smallest share first, and how
// many more there are.
func (ex *Explainer) below(id alloc.RoleID) (list []explain.RoleBelow, more int) {
	keys := ex.Roles.Sorter.Keys()
	shares := map[alloc.RoleID]float64{}
	for b := range ex.Roles.Below(id) {
		r := ex.Roles.Get(b)
		if len(r.Subscriptions) > 0 {
			_, _, shares[b] = keys.Of(r.Client)
			list = append(list, explain.RoleBelow{Party: ex.roleParty(b), Frameworks: len(r.Subscriptions)})
		}
	}
	slices.SortStableFunc(list, func(x, y explain.RoleBelow) int { return cmp.Compare(shares[x.Role], shares[y.Role]) })
	more = max(0, len(list)-mostBelow)
	return list[:len(list)-more], more
}

func (ex *Explainer) roleFramework(keys *order.Keys, m slots.Subscription) explain.RoleFramework {
	sub := ex.Frameworks.Subscriptions.At(m)
	own := keys.Standing(sub.Client)
	return explain.RoleFramework{
		Party: ex.party(m), Active: ex.Frameworks.At(sub.Framework).Active, Suppressed: sub.Suppressed,
		Filters: ex.Frameworks.Filters.Count(m), Standing: ex.frameworkStanding(sub.Role, &own), History: ex.HistoryOf(m),
	}
}

// explain is Explain for a subscription.
func (x *examiner) explain(m slots.Subscription) *explain.Explanation {
	a := x.a
	who := a.ApplicantOf(m)
	v := x.survey(&who)
	e := &explain.Explanation{Survey: v.tell(x, a.party(m), &who), History: a.HistoryOf(m)}
	e.Order = x.order(m, v.free)
	if sub := a.Frameworks.Subscriptions.At(m); a.Frameworks.At(sub.Framework).Capabilities&alloc.RevocableResources != 0 {
		e.Borrowing = a.boundStates(sub.Role)
	}
	return e
}

// HistoryOf returns a subscription's history as it is told.
func (ex *Explainer) HistoryOf(m slots.Subscription) explain.OfferHistory {
	sub := ex.Frameworks.Subscriptions.At(m)
	h := sub.ReadHistory()
	e := explain.OfferHistory{
		Offers:  sub.Offers,
		Used:    ex.Amounts(h.Used.Row(ex.Names)),
		Unused:  ex.Amounts(h.Returned.Row(ex.Names)),
		Filters: h.Filters,
	}
	if sub.Offers > 0 {
		e.LastOffer, e.Last = new(sub.OfferedAt), ex.Amounts(h.Last.Row(ex.Names))
		if g, _, err := ex.Agents.AgentOf(h.Agent); err == nil {
			e.LastAgent = g.Name
		}
	}
	return e
}
