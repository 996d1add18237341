package examine

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/lending"
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
	p := j.x.prospect
	if found == 0 || p == nil || j.slot == slots.None || found.first() < placeOfReserved || !j.takesLoan(false, false) {
		return found
	}
	blocked := reasonSet(0)
	if len(j.overdue()) > 0 {
		blocked.add(explain.ReasonOverdue)
	}
	waits := j.takesLoan(true, false)
	if !waits {
		blocked.add(explain.ReasonLenderWaits)
	}
	if !j.takesLoan(waits, true) {
		blocked.add(explain.ReasonMostLent)
	}
	if j.capabilities&api.RevocableResources == 0 {
		blocked.add(explain.ReasonTakesNoLoans)
	}
	if blocked == 0 {
		blocked.add(explain.ReasonLoan)
		return blocked
	}
	return found | blocked
}

// takesLoan reports whether the applicant would take what may be lent to it of the agent, if
// waits and the most that is lent matter as said.
func (j *judgement) takesLoan(waits, most bool) bool {
	part, copies := j.x.prospect.Part(j.Agent, j.role, waits, most)
	refusal := j.refusal // of the offer
	defer func() { j.refusal = refusal }()
	return len(part) > 0 && !keepsOfferConstraints(j) && !keepsGPUs(j) && !keepsOtherRegion(j) && !keepsAgentTooOld(j) &&
		j.x.a.frameworks.Allocatable(copies, j.minimum) && !j.refused(copies)
}

func (j *judgement) overdue() []explain.Holding {
	if j.subscription == slots.None {
		return nil
	}
	var list []explain.Holding
	j.x.prospect.EachOverdue(j.x.a.frameworks.Subscriptions.At(j.subscription).Framework, func(slot slots.Agent, l *lending.Loan) {
		list = append(list, j.x.a.loanState(slot, l))
	})
	return list
}

func keepsLent(j *judgement) bool { return j.Free.Empty() && j.hasLoans }

// describeLent says which of the agent is lent to whom.
func describeLent(j *judgement, r *explain.Reason) {
	r.There = j.x.AmountsOf(j.Total)
	for i := range j.x.a.lending.OnAgent(j.slot) {
		r.Holders = append(r.Holders, j.x.a.loanState(j.slot, &j.x.a.lending.OnAgent(j.slot)[i]))
	}
	r.Holders = firstDue(r.Holders)
}

func describeOverdue(j *judgement, r *explain.Reason) { r.Holders = firstDue(j.overdue()) }

// describeLenders says how much who would lend something of the agent lends at most.
func describeLenders(j *judgement, r *explain.Reason) {
	part, _ := j.x.prospect.Part(j.Agent, j.role, false, false)
	for _, l := range part {
		for _, s := range j.x.a.lentStates(l.Lender) {
			if s.Resource == j.x.a.names.String(l.Name) && !slices.Contains(r.Limits, s) {
				r.Limits = append(r.Limits, s)
			}
		}
	}
}

// describeLenderWaits says besides when the first wait ends.
func describeLenderWaits(j *judgement, r *explain.Reason) {
	describeLenders(j, r)
	part, _ := j.x.prospect.Part(j.Agent, j.role, false, false)
	for i := range part {
		if until := j.x.prospect.WaitsUntil(&part[i]); until > j.x.prospect.Now && (r.Until == nil || until < *r.Until) {
			r.Until = &until
		}
	}
}

func describeTakesNoLoans(j *judgement, r *explain.Reason) { r.Capabilities = api.RevocableResources }

// describeLoan says what would be lent, and by whom.
func describeLoan(j *judgement, r *explain.Reason) {
	part, copies := j.x.prospect.Part(j.Agent, j.role, true, true)
	r.There = j.x.AmountsOf(copies)
	for i := range part {
		r.Holders = append(r.Holders, explain.Holding{Party: j.x.a.roleParty(part[i].Lender), Amounts: j.x.a.lent(&part[i])})
	}
}

// fixLenderWaits: until the first wait ends.
func fixLenderWaits(t *trial, j *judgement) [][]explain.Change {
	var r explain.Reason
	describeLenderWaits(j, &r)
	if r.Until == nil {
		return nil
	}
	return one(explain.Change{Kind: explain.ChangeWait, Until: r.Until})
}

func fixTakesNoLoans(t *trial, j *judgement) [][]explain.Change {
	return t.addCapabilities(api.RevocableResources)
}

// prospect returns what would be lent after the changes so far, nil if they may make more of a
// difference than to the applicant.
func (t *trial) prospect() *cycle.LendingProspect {
	x := t.x
	if x.ownProspect == nil || len(t.changes) == 0 {
		return x.ownProspect
	}
	for _, c := range t.changes {
		switch c.Kind {
		case explain.ChangeWait, explain.ChangeResume, explain.ChangeActivateFramework, explain.ChangeAddCapabilities, explain.ChangeLowerMinimum, explain.ChangeRevive, explain.ChangeAdmitAgent:
		default:
			return nil
		}
	}
	p := x.ownProspect
	if at := t.at(); at > p.Now {
		if x.later == nil || x.later.Now != at {
			x.later = x.a.cluster.LendingProspectAt(at)
		}
		p = x.later
	}
	if p.MayRecallFor(t.role) {
		return nil
	}
	return p
}

// loanState says what is lent to whom on an agent.
func (ex *Explainer) loanState(slot slots.Agent, l *lending.Loan) explain.Holding {
	s := &explain.LoanState{Agent: ex.agents.At(slot).Name(), Lender: ex.roleParty(l.Lender)}
	if l.IsRecalled() {
		s.Recalled, s.Due = new(ex.roleParty(l.For)), new(l.Due)
	}
	return explain.Holding{Party: ex.party(l.Subscription), Amounts: ex.lent(l), Loan: s}
}

// lent returns how much is lent.
func (ex *Explainer) lent(l *lending.Loan) api.Amounts {
	return api.Amounts{{Name: ex.names.String(l.Name), Amount: api.Amount(l.N)}}
}

// loansOf returns what a role has lent.
func (ex *Explainer) loansOf(id api.RoleID) (list []explain.Holding) {
	for slot, l := range ex.lending.All {
		if l.Lender == id {
			list = append(list, ex.loanState(slot, l))
		}
	}
	return firstDue(list)
}

// firstDue keeps a few loans: those that are due first, then the largest.
func firstDue(list []explain.Holding) []explain.Holding {
	due := func(h explain.Holding) api.Time {
		if h.Loan.Due != nil {
			return *h.Loan.Due
		}
		return api.EndOfTime
	}
	slices.SortStableFunc(list, func(x, y explain.Holding) int {
		return cmp.Or(cmp.Compare(due(x), due(y)), cmp.Compare(y.Amounts[0].Amount, x.Amounts[0].Amount))
	})
	return list[:min(len(list), mostHolders)]
}

// lentStates returns how much a role lends at most, by resource.
func (ex *Explainer) lentStates(id api.RoleID) (list []explain.LimitState) {
	l := ex.lending.LenderOf(id)
	if l == nil {
		return nil
	}
	for _, c := range l.Most.Counts {
		list = append(list, explain.LimitState{
			Party: ex.roleParty(id), Resource: ex.names.String(c.Name), Limit: api.Amount(c.N),
			Consumed: l.OfGuarantee.At(c.Name) + l.OfReservations.At(c.Name), Lends: true,
		})
	}
	return list
}
