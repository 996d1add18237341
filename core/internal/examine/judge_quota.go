package examine

import (
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
)

// fillingOutcome is what becomes of an agent in the guarantee stage.
type fillingOutcome uint8

const (
	fillsNothing fillingOutcome = iota // the role lacks nothing, or nothing that the agent has
	fillsRefused                       // what gets the role closer to its guarantees was refused
	fills                              // it is offered
)

// keepsRoleLimit: limits leave nothing, or not enough. Of the rules about quota it is the first.
// The guarantee stage comes before it.
func keepsRoleLimit(j *judgement) bool {
	if !j.x.report.HasQuota || j.left.Empty() {
		return false
	}
	j.beforeQuota = j.left
	limits := j.limitsLeft(j.left)
	if limits == nil {
		return false
	}
	within := j.shrinkToQuota(limits, false)
	if !j.worth(within) {
		return true
	}
	j.limited = true
	return false
}

// keepsHeadroom: guarantees that are not met leave nothing, or not enough, of what limits
// leave.
func keepsHeadroom(j *judgement) bool {
	if !j.x.report.HasQuota || j.left.Empty() {
		return false
	}
	needsHeadroom := !j.x.report.RequiredAfter.IsZero()
	if !j.limited && !needsHeadroom {
		return false
	}
	var limits *roles.Limits
	if j.limited {
		limits = j.limitsLeft(j.left)
	}
	within := j.shrinkToQuota(limits, needsHeadroom)
	if !j.worth(within) {
		if j.limited {
			j.left = j.shrinkToQuota(j.limitsLeft(j.left), false)
		}
		return true
	}
	j.left = within
	return false
}

// limitsLeft returns what the limits along the role's path leave, in scratch, or nil if
// there are none.
func (j *judgement) limitsLeft(b *resource.Bag) (limits *roles.Limits) {
	j.x.limits.Reset()
	for _, q := range j.x.quotas.Path(j.role) {
		if !q.Quota.Limits.Finite.Empty() {
			limits = &j.x.limits
			limits.Tighten(q, b)
		}
	}
	return limits
}

// shrinkToQuota is what quota leaves of what was left before, with the draws of the
// fair stage.
func (j *judgement) shrinkToQuota(limits *roles.Limits, needsHeadroom bool) *resource.Bag {
	x := j.x
	x.shrinker.Consider(j.slot, cycle.DrawsOf(x.nextCycle, cycle.FairStage))
	within, _ := x.shrinker.ShrinkToQuota(j.left, limits, needsHeadroom)
	return within
}

// guaranteeStage returns what the cycle's first stage would do with beforeQuota.
func (j *judgement) guaranteeStage() fillingOutcome {
	x := j.x
	if x.report.RequiredBefore.IsZero() {
		return fillsNothing
	}
	unsatisfied := &x.scratch[1]
	x.quotas.Of(j.role).Unsatisfied(unsatisfied)
	if unsatisfied.IsZero() {
		return fillsNothing
	}
	own := j.beforeQuota
	if j.keep != nil {
		j.keep.LeaveToOthers(j.role, &x.own, own)
		own = &x.own
	}
	x.shrinker.ConsiderGuarantee(j.slot, j.role, cycle.DrawsOf(x.nextCycle, cycle.GuaranteeStage))
	filling, ok := x.shrinker.FillingOffer(j.role, own, *unsatisfied, j.limitsLeft(own))
	if !ok || !x.a.Frameworks.Allocatable(filling.Offer, j.least) || keepsAgentTooOld(j) {
		return fillsNothing
	}
	x.filling.CopyFrom(filling.Offer)
	if j.refused(filling.Offer) {
		j.fillingRefusal = j.refusal
		return fillsRefused
	}
	if x.a.Lending.IsStillRecalled(j.slot, j.role, &x.own) && !x.a.Frameworks.Allocatable(&x.own, j.least) {
		return fillsNothing // until the rest is back
	}
	return fills
}

// exemptReasons are those of the fair stage's reasons that do not hold for the guarantee stage, or
// that it has asked about itself.
var exemptReasons = reasonSet(1<<placeOf(explain.ReasonRoleLimit) | 1<<placeOf(explain.ReasonHeadroom) | 1<<placeOf(explain.ReasonRefused))

// afterGuaranteeStage returns which of the fair stage's reasons still hold, given that the
// guarantee stage comes first. The guarantee stage knows no headroom for others. It offers what the
// role lacks, unless the framework has refused that.
func (j *judgement) afterGuaranteeStage(found reasonSet) reasonSet {
	exempt := exemptReasons
	if j.keep != nil {
		exempt.add(explain.ReasonKept)
	}
	if found&exempt == 0 || j.beforeQuota == nil {
		return found
	}
	j.filling = j.guaranteeStage()
	switch {
	case j.filling == fills:
		return found &^ exempt
	case j.filling == fillsRefused && found&exemptReasons != 0:
		j.refusal = j.fillingRefusal
		return found&^exemptReasons | 1<<placeOf(explain.ReasonRefused)
	}
	return found
}
