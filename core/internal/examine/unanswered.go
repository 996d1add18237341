package examine

import (
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// unanswered returns what a subscription holds of an agent without what tasks of its role are told
// to use: offers that its framework has yet to answer. The result is in memory of the examiner.
//
// It takes all that tasks of the role use to be the framework's, since an answer has to help for certain. Standings
// and core.SubscriptionLoad say what is likely instead (holdings in core/offered_loads.go): there the earliest
// framework on the agent is the user.
func (x *examiner) unanswered(m slots.Subscription, s subject) *resource.Bag {
	x.offered.Reset()
	if m != slots.None && s.slot != slots.None {
		if i := s.FindEntry(m); i != slots.None {
			x.offered.CopyFrom(x.a.Ledger.Entries.At(i).Held())
			x.offered.Sub(s.ToldOf(x.a.Frameworks.Subscriptions.At(m).Role, &x.told), x.a.Kinds)
		}
	}
	return &x.offered
}

// holdsAll reports whether all of an agent is held, and something of it unanswered by an applicant.
func (x *examiner) holdsAll(who *applicant, s subject) bool {
	return s.Free.Empty() && !s.hasLoans && !x.unanswered(who.subscription, s).Empty()
}

func keepsUnanswered(j *judgement) bool { return j.x.holdsAll(j.applicant, j.subject) }

func describeUnanswered(j *judgement, r *explain.Reason) {
	r.There = j.x.AmountsOf(j.x.unanswered(j.subscription, j.subject))
	if sub := j.x.a.Frameworks.Subscriptions.At(j.subscription); sub.Offers > 0 {
		r.Since = new(sub.OfferedAt)
	}
}

// fixUnanswered: the framework could answer. It returns no way if what the framework declines might
// not be offered again: where there is quota, where more is held than the agent has, and where the
// offer has something shared, or more than the agent's total.
func fixUnanswered(t *trial, j *judgement) [][]explain.Change {
	offered := t.x.unanswered(j.subscription, j.subject)
	if t.x.report.HasQuota || j.Overdrawn || offered.Flags&resource.Shared != 0 || !j.Total.Contains(offered) {
		return nil
	}
	c := t.x.onAgent(explain.ChangeAnswer, t.slot)
	c.Party, c.Amounts = t.party(), t.x.AmountsOf(offered)
	return one(c)
}
