package explanations

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
)

// comesFirst holds what is said of who comes first to a cycle that comes to one
// agent alone, for each agent: the framework is offered it before anybody if it comes
// first and nothing keeps it, and not if somebody before it could have something.
// Guarantees come before the order, and some orders are drawn: then nothing is said.
func (s *Scene) comesFirst(framework, role uint32) {
	for _, n := range s.Accounts.Quotas() {
		if slices.ContainsFunc(s.Accounts.Role(n).Guarantees, func(q alloc.Quantity) bool { return q.Amount > 0 }) {
			return
		}
	}
	t := s.copy(framework, role)
	t.deactivate(sequence.None)
	for _, n := range agents(s.Accounts) {
		if s.Accounts.Agents[n].Active {
			t.comesFirstFor(t.player.AgentID(n))
		}
	}
}

func (t *take) comesFirstFor(id alloc.AgentID) {
	f, r := t.handles()
	must.Do(t.ActivateAgent(id))
	x := must.Get(t.ExplainAgent(f, r, id))
	t.leaderSaysSo(&x.Order)
	wordsFit(x)
	t.RequestAllocation()
	t.Allocate(t.Now(), &t.cycle)
	first := len(t.cycle.Offers) > 0 && t.cycle.Offers[0].Framework == f && t.cycle.Offers[0].Role == r
	o, free := &x.Order, x.Reasons[0].Code == explain.ReasonNone
	if o.Own.Policy != alloc.Random && o.First.Policy != alloc.Random && !o.AtLeast {
		if first != free && o.IsFirst || first && o.EligibleAhead > 0 {
			must.Fail("agent %s, offered first to %s: %v; kept from it by %v; %v", x.Name, t.subject(), first, x.Reasons[0].Code, o)
		}
	}
	t.giveBack()
	must.Do(t.DeactivateAgent(id))
}

// wordsFit holds who is said to come first to how many before could have something.
func wordsFit(x *explain.AgentExplanation) {
	o := &x.Order
	some := o.IsFirst || o.AtLeast || o.EligibleAhead > 0
	if x.Verdict.Code == explain.ReasonNone && o.Position > 0 && strings.Contains(x.Sentence(), " comes first") != some {
		must.Fail("%q, and %d before it could have something", x.Sentence(), o.EligibleAhead)
	}
}

// leaderSaysSo holds who is said to come first of all to what is said of them: that
// nobody comes before, unless the order is drawn.
func (t *take) leaderSaysSo(o *explain.Order) {
	if o.Leader.Framework == 0 {
		return
	}
	x := must.Get(t.Explain(o.Leader.Framework, o.Leader.Role))
	if !x.Order.IsFirst && x.Order.Own.Policy != alloc.Random {
		must.Fail("%s in role %s is said to come first of all, and then: %v", o.Leader.FrameworkName, o.Leader.RoleName, &x.Order)
	}
}
