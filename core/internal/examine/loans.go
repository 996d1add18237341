package examine

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/slots"
)

func keepsLent(j *judgement) bool { return j.Free.Empty() && j.hasLoans }

// keepsForRecall: what is free is kept until what is recalled is back. The guarantee stage may still offer it to
// roles that lack some of their guarantee.
func keepsForRecall(j *judgement) bool {
	return j.keep != nil && !j.Free.Empty()
}

// describeLent says which of the agent is lent to whom.
func describeLent(j *judgement, r *explain.Reason) {
	r.There = j.x.AmountsOf(j.TotalBag())
	for i := range j.x.a.Lending.OnAgent(j.slot) {
		r.Holders = append(r.Holders, j.x.a.loanState(j.slot, &j.x.a.Lending.OnAgent(j.slot)[i]))
	}
	r.Holders = firstDue(r.Holders)
}

// boundStates says how much may be borrowed in a role, by its bounds and those above it.
func (ex *Explainer) boundStates(id alloc.RoleID) (list []explain.BoundState) {
	deserving, total := lending.Deserving{}, ex.Totals.Total()
	for b := range ex.Lending.TermsOf(id) {
		part := deserving.Of(ex.Lending, b.Role)
		for _, name := range b.Borrowing.Names() {
			most := b.Borrowing.MostOf(name, total.At(name), part)
			list = append(list, explain.BoundState{Party: ex.roleParty(b.Role), Resource: ex.Names.String(name), Most: most, Borrowed: b.Borrowed.At(name)})
		}
	}
	slices.SortStableFunc(list, func(x, y explain.BoundState) int { return cmp.Compare(x.Resource, y.Resource) })
	return slices.Compact(list) // an amount and a part may bound the same
}

// loanState says what is lent to whom on an agent.
func (ex *Explainer) loanState(slot slots.Agent, l *lending.Loan) explain.Holding {
	s := &explain.LoanState{Agent: ex.Agents.At(slot).Name}
	if l.IsRecalled() {
		s.Recalled, s.Due = new(ex.roleParty(l.For)), new(l.Due)
	}
	amounts := alloc.Amounts{{Name: ex.Names.String(l.Name), Amount: alloc.Amount(l.N)}}
	return explain.Holding{Party: ex.party(l.Subscription), Amounts: amounts, Loan: s}
}

// firstDue keeps a few loans: those that are due first, then the largest.
func firstDue(list []explain.Holding) []explain.Holding {
	due := func(h explain.Holding) alloc.Time {
		if h.Loan.Due != nil {
			return *h.Loan.Due
		}
		return alloc.EndOfTime
	}
	slices.SortStableFunc(list, func(x, y explain.Holding) int {
		return cmp.Or(cmp.Compare(due(x), due(y)), cmp.Compare(y.Amounts[0].Amount, x.Amounts[0].Amount))
	})
	return list[:min(len(list), mostHolders)]
}
