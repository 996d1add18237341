package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
)

// SetLending sets what a role lends, and how much is recalled for it at a time. A role with nothing to lend lends
// nothing more: what is lent already stays lent until it is given back, or is recalled for whoever needs it. What
// is recalled stays recalled, even if it is more than the new bound. Lending takes effect with the next cycle of
// all agents. It applies at once to an agent that is added while something lent is in use on it (docs/lending.md).
//
// Errors: CodeUnknownRole, CodeInvalid (what is to be lent is no revocable scalar, or has a disk, a
// provider or a reservation, or a bound is named twice), CodeUnknownKind, CodeUnknownItem, CodeName, CodeAmount,
// CodeLimit (too many resource names).
//
// Cost: proportional to what is named, to the roles that lend, and to the depth of the role.
func (a *Allocator) SetLending(l alloc.Lending) (refused error) {
	defer a.settle(&refused, func() calls.Call { return new(calls.SetLending(l)) })
	if err := a.state.Roles.CheckRole(l.Role); err != nil {
		return err
	}
	path := a.state.Roles.Path(l.Role)
	var most resource.Bag
	if err := a.state.Kinds.ReadBag(&most, l.Most, "lent"); err != nil {
		return fault.Within(err, "lending of role %q", path)
	}
	for _, r := range l.Most {
		if k := a.state.Kinds.Describe(a.state.Kinds.ItemOf(r.Kind)); !resource.IsLentAs(k) {
			return fault.Errorf(alloc.CodeInvalid, "lending of role %q: %s is not lent as a revocable scalar without a disk, a provider or a reservation", path, k.Name)
		}
	}
	if err := a.state.Kinds.CheckLists([][]alloc.Quantity{l.MostRecalled}); err != nil {
		return fault.Within(err, "lending of role %q", path)
	}
	a.state.Lending.Set(l.Role, lending.Settings{Guarantee: l.Guarantee, Reservations: l.Reservations, Most: most, MostRecalled: a.limits(l.MostRecalled)})
	return nil
}

// SetBorrowing bounds how much frameworks in a role, and below it, may have borrowed of guarantees at a time;
// empty lists take all bounds of the role away. It takes effect with the next cycle of all agents: that cycle
// lends nothing that would exceed a bound. A bound below what is borrowed recalls nothing. What is in use on
// agents that are added becomes loans whatever the bounds (docs/lending.md).
//
// Errors: CodeUnknownRole, CodeInvalid (a resource is named twice), CodeName, CodeAmount, CodeLimit (too many
// resource names).
//
// Cost: proportional to what is named, to the roles that are bounded, to the loans, and to the depth of their roles.
func (a *Allocator) SetBorrowing(b alloc.Borrowing) (refused error) {
	defer a.settle(&refused, func() calls.Call { return new(calls.SetBorrowing(b)) })
	if err := a.state.Roles.CheckRole(b.Role); err != nil {
		return err
	}
	if err := a.state.Kinds.CheckLists([][]alloc.Quantity{b.Most, b.Parts}); err != nil {
		return fault.Within(err, "borrowing of role %q", a.state.Roles.Path(b.Role))
	}
	a.state.Lending.SetBorrowing(b.Role, lending.Borrowing{Most: a.limits(b.Most), Parts: a.limits(b.Parts)})
	return nil
}

// SetLoanCost says what it would cost if a framework had to give back, in a role, what is lent to it on an agent: the
// age or the priority of what it runs there, for example. The cost is 0 until it is set, and for what is lent
// afterwards. Among loans that would help whoever asks equally, those of least cost are recalled first
// (docs/lending.md). Where nothing is lent to the framework, the call has no effect.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole, CodeNotSubscribed.
//
// Cost: proportional to the loans on the agent.
func (a *Allocator) SetLoanCost(id alloc.FrameworkID, r alloc.RoleID, agent alloc.AgentID, cost int64) (refused error) {
	defer a.settle(&refused, func() calls.Call {
		return &calls.SetLoanCost{Framework: id, Role: r, Agent: agent, Cost: cost}
	})
	m, err := a.state.Frameworks.SubscriptionOf(id, r)
	if err != nil {
		return err
	}
	_, slot, err := a.state.Agents.AgentOf(agent)
	if err != nil {
		return err
	}
	a.state.Lending.SetCost(slot, m, cost)
	return nil
}

// Loans appends to dst all that is lent, by agent. A borrower that an agent was added with may
// have yet to come: then its handle is good for FrameworkName alone. Cost: linear in the loans; a bit for each agent.
func (v *View) Loans(dst []alloc.Loan) []alloc.Loan {
	for slot, l := range v.state.Lending.All {
		dst = append(dst, v.cycle.LoanOf(slot, l))
	}
	return dst
}
