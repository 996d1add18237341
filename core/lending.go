package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
)

// SetLending sets what a role lends. With nothing to lend it lends nothing more; what is lent
// then stays so until it is given back, or recalled for whoever needs it. Lending takes
// effect with the next cycle of all agents, and with agents that are added from then on on
// which something that was lent is in use (docs/lending.md).
//
// Errors: CodeUnknownRole, CodeInvalid (what is to be lent is no revocable scalar, or has a disk, a
// provider or a reservation), CodeUnknownKind, CodeUnknownItem, CodeAmount, CodeLimit.
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
		if k := a.state.Kinds.Describe(a.state.Kinds.ItemOf(r.Kind)); !k.Revocable || !kinds.IsPlain(k) || len(k.Reservations) > 0 {
			return fault.Errorf(alloc.CodeInvalid, "lending of role %q: %s is not lent as a revocable scalar without a disk, a provider or a reservation", path, k.Name)
		}
	}
	a.state.Lending.Set(l.Role, lending.Settings{Guarantee: l.Guarantee, Reservations: l.Reservations, Most: most})
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
