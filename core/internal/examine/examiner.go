package examine

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// examiner judges agents by the cycle's rules, in memory of its own.
type examiner struct {
	a      *Explainer
	report alloc.Report // the headroom, as a cycle that opens now would have it

	nextCycle uint64             // number of the cycle that would be next
	ownOrder  *shrinkorder.Order // as the cycle's

	ownQuotas *roles.AssumedQuotas // as the next cycle would reassess them
	quotas    *roles.AssumedQuotas // those in use

	// Each is worked out when the examiner first needs it, and then kept.
	classes  *agentClasses
	holders  []explain.Holding // of all agents with nothing free
	eligible map[slots.Subscription]eligibleAgents

	judgement judgement
	tooLittle resource.Bag // what the last rule to keep an agent back leaves of it
	filling   resource.Bag // what the guarantee stage would offer

	// What a judgement works in.
	shrinker  *cycle.Shrinker
	reachable resource.Bag // the part of what is free that the role may be offered
	capable   resource.Bag // the part of that which the framework can receive
	own       resource.Bag // the part of that which is no share of other roles
	limits    roles.Limits // along the role's path
	scratch   [2]quantities.Row
	wide      rows.Wide
	offered   resource.Bag // what is unanswered
	told      resource.Bag // what its tasks use
	alike     []slots.Agent
	held      []slots.Agent // like alike, and unanswered
}

// NewExaminer returns an examiner of the allocator as it stands before its next
// cycle. Each explanation makes one anew: it is good until the allocator changes.
func (ex *Explainer) NewExaminer() *examiner {
	x := &examiner{a: ex, nextCycle: ex.Schedule.Counters.Runs + 1, ownOrder: shrinkorder.New(ex.Kinds, shrinkorder.None{}), eligible: map[slots.Subscription]eligibleAgents{}}
	x.shrinker = cycle.NewShrinker(ex.State, &x.report)
	x.shrinker.CutIn(x.ownOrder)
	x.ownQuotas = ex.Roles.AssumeQuotas()
	x.quotas = x.ownQuotas
	x.openHeadroom(quantities.Row{}, ex.Schedule.Now)
	return x
}

// openHeadroom opens the headroom as a cycle at a time would, if all agents together had so much
// more.
func (x *examiner) openHeadroom(more quantities.Row, at alloc.Time) {
	cycle.OpenHeadroom(x.a.State, &x.report, x.quotas.Required, more, &x.scratch[0], at)
}

// SubjectOf returns an agent as it is.
func (ex *Explainer) SubjectOf(slot slots.Agent) subject {
	g := ex.Agents.At(slot)
	return subject{
		Agent: g, slot: slot, isListed: ex.Agents.Admitted.Has(slot) || ex.Agents.Whitelist.Has(g.Hostname),
		hasLoans: ex.Lending.On.Has(slot), keep: ex.Lending.KeepOf(slot),
	}
}
