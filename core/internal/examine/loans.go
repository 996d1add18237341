package examine

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// A cycle lends at its end what it has not offered. So an agent that is kept from an applicant
// may yet be lent to it. What keeps the loan is asked once it is known what keeps the offer.

var (
	placeOfLoan     = placeOf(explain.ReasonLoan)
	placeOfReserved = placeOf(explain.ReasonReserved)
)

// withLoans returns the reasons found with those that keep a loan of the agent from the
// applicant, or if there are none ReasonLoan alone. Without a chance of one it returns found.
func (j *judgement) withLoans(found reasonSet) reasonSet {
	x := j.x
	kept := j.isKept
	if kept && !j.Free.Empty() && (j.beforeQuota == nil || j.filling != fills && j.guaranteeStage() != fills) {
		found.add(explain.ReasonKept) // for those too for whom it is
	}
	if kept || found == 0 || !x.lends || j.slot == slots.None || found.first() < placeOfReserved {
		return found
	}
	blocked, takes := reasonSet(0), j.takesLoan()
	if len(j.overdue()) > 0 {
		blocked.add(explain.ReasonOverdue)
	}
	if takes && j.capabilities&alloc.RevocableResources == 0 {
		blocked.add(explain.ReasonTakesNoLoans)
	}
	if takes && blocked == 0 {
		found = 0
		blocked.add(explain.ReasonLoan)
	}
	return found | blocked
}

// takesLoan reports whether the applicant would take what may be lent to it of the agent.
func (j *judgement) takesLoan() bool {
	copies := j.lendable()
	refusal := j.refusal // of the offer
	defer func() { j.refusal = refusal }()
	return !keepsOfferConstraints(j) && !keepsGPUs(j) && !keepsOtherRegion(j) && !keepsAgentTooOld(j) &&
		j.x.a.Frameworks.Allocatable(copies, j.minimum) && !j.refused(copies)
}

// lendable returns what the applicant may be lent of the agent, to be read before the next call.
func (j *judgement) lendable() *resource.Bag {
	x := &j.x.lendable
	x.ComeTo(j.FreeBag())
	_, copies := x.Part(j.role)
	return copies
}

// overdue returns what the applicant's framework should have given back.
func (j *judgement) overdue() (list []explain.Holding) {
	a := j.x.a
	if j.subscription == slots.None {
		return nil
	}
	framework := a.Frameworks.Subscriptions.At(j.subscription).Framework
	for slot, l := range a.Lending.Overdue(a.Schedule.Now) {
		if a.Frameworks.Subscriptions.At(l.Subscription).Framework == framework {
			list = append(list, a.loanState(slot, l))
		}
	}
	return list
}

func keepsLent(j *judgement) bool { return j.Free.Empty() && j.hasLoans }

func keepsForRecall(j *judgement) bool {
	return j.isKept && !j.x.a.Lending.IsRecalledFor(j.slot, j.role)
}

// describeLent says which of the agent is lent to whom.
func describeLent(j *judgement, r *explain.Reason) {
	r.There = j.x.AmountsOf(j.Total)
	for i := range j.x.a.Lending.OnAgent(j.slot) {
		r.Holders = append(r.Holders, j.x.a.loanState(j.slot, &j.x.a.Lending.OnAgent(j.slot)[i]))
	}
	r.Holders = firstDue(r.Holders)
}

func describeOverdue(j *judgement, r *explain.Reason) { r.Holders = firstDue(j.overdue()) }

// describeLoan says what would be lent.
func describeLoan(j *judgement, r *explain.Reason) { r.There = j.x.AmountsOf(j.lendable()) }

func describeTakesNoLoans(j *judgement, r *explain.Reason) { r.Capabilities = alloc.RevocableResources }

// loanState says what is lent to whom on an agent.
func (ex *Explainer) loanState(slot slots.Agent, l *lending.Loan) explain.Holding {
	s := &explain.LoanState{Agent: ex.Agents.At(slot).Name()}
	if l.IsRecalled() {
		s.Recalled, s.Due = new(ex.roleParty(l.For)), new(l.Due)
	}
	return explain.Holding{Party: ex.party(l.Subscription), Amounts: ex.lent(l), Loan: s}
}

// lent returns how much is lent.
func (ex *Explainer) lent(l *lending.Loan) alloc.Amounts {
	return alloc.Amounts{{Name: ex.Names.String(l.Name), Amount: alloc.Amount(l.N)}}
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
