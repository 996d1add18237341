package cycle

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// LendingProspect is what a cycle of all agents at some time would lend if it offered nothing
// before that. It is worked out on copies of what is lent.
type LendingProspect struct {
	Now   api.Time
	cycle Cycle
	parts [2][2]lending.Lendable // by whether waits after recalls matter, and the most that is lent
}

// LendingProspectAt returns the prospect at a time, nil if nobody lends. It recalls first, as a
// cycle does.
func (a *Cluster) LendingProspectAt(now api.Time) *LendingProspect {
	if len(a.lending.Lenders) == 0 {
		return nil
	}
	later := *a
	later.lending = a.lending.Fork(now)
	news := *a.news
	news.Now = now
	later.news = &news
	p := &LendingProspect{Now: now, cycle: Cycle{Cluster: &later}}
	p.cycle.outcome.out = &api.Cycle{}
	recalling{Cycle: &p.cycle}.recall()
	for i := range p.parts {
		for j := range p.parts[i] {
			p.parts[i][j].Open(lending.Relaxed(later.lending, i == 1, j == 1), a.names)
		}
	}
	return p
}

// Part returns what somebody in a role may be lent on an agent, by whom, and as what, in memory
// that the next call uses. Waits and the most that is lent matter if they are said to.
func (p *LendingProspect) Part(g *agents.Agent, role api.RoleID, waits, most bool) ([]lending.Loan, *resource.Bag) {
	x := &p.parts[assert.BoolInt(waits)][assert.BoolInt(most)]
	x.ComeTo(g.FreeBag())
	part := x.PartBelow(x.LenderAbove(role))
	return part.Loans, part.Copies()
}

// EachOverdue calls with what is overdue of a framework, after the recalls that the cycle ends.
func (p *LendingProspect) EachOverdue(f slots.Framework, with func(slots.Agent, *lending.Loan)) {
	for slot, l := range p.cycle.lending.Overdue(p.Now) {
		if p.cycle.frameworks.Subscriptions.At(l.Subscription).Framework == f {
			with(slot, l)
		}
	}
}

// WaitsUntil returns from when on the lender of a part would lend it, which may be in the past.
func (p *LendingProspect) WaitsUntil(l *lending.Loan) api.Time {
	return p.cycle.lending.LenderOf(l.Lender).WaitsUntil(l.Name)
}

// MayRecallFor reports whether the cycle may recall something because a framework in a role
// asks for it.
func (p *LendingProspect) MayRecallFor(role api.RoleID) bool {
	c := &p.cycle
	if c.lending.Loans == 0 {
		return false
	}
	for name := range c.roles.Get(role).Quota.Guarantees.All() {
		if lending.Lacks(c.lending, role, name) > 0 {
			return true
		}
	}
	for _, l := range p.cycle.lending.Lenders {
		if !l.OfReservations.IsZero() && c.roles.IsSelfOrAncestor(l.Role, role) {
			return true
		}
	}
	return false
}
