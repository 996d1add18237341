package explain

import (
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/resource"
)

// fillingOutcome is what becomes of an agent in the guarantee stage.
type fillingOutcome uint8

const (
	fillsNothing fillingOutcome = iota // the role lacks nothing, or nothing that the agent has
	fillsRefused                       // what gets the role closer to its guarantees was refused
	fills                              // it is offered
)

// keepsRoleLimit: limits leave nothing, or not enough. It is the first rule that
// quota has a say in, after the guarantee stage.
func keepsRoleLimit(j *judgement) bool {
	v := j.x.visit
	if !j.x.report.HasQuota || j.left.Empty() {
		return false
	}
	j.beforeQuota = j.left.Bag
	if j.x.shrinkOrder.DrawsInVain() {
		j.filling = j.guaranteeStage()
	}
	v.C.Draws = cycle.DrawsOf(j.x.nextCycle, 2)
	j.x.afterGuarantees = v.ShrinkOrder
	if !v.Quotas.LimitsLeft(&v.Memory.Limits, j.role, noRow, j.left.Bag) {
		return false
	}
	within := j.shrinkToQuota(true, false)
	if !j.worth(within) {
		return true
	}
	j.limited = true
	return false
}

// keepsHeadroom: guarantees that are not met leave nothing, or not enough, of what limits
// leave.
func keepsHeadroom(j *judgement) bool {
	v := j.x.visit
	if !j.x.report.HasQuota || j.left.Empty() {
		return false
	}
	needsHeadroom := !j.x.report.RequiredAfter.IsZero()
	if !j.limited && !needsHeadroom {
		return false
	}
	if j.limited {
		v.Quotas.LimitsLeft(&v.Memory.Limits, j.role, noRow, j.left.Bag)
	}
	within := j.shrinkToQuota(j.limited, needsHeadroom)
	if !j.worth(within) {
		if j.limited {
			v.Quotas.LimitsLeft(&v.Memory.Limits, j.role, noRow, j.left.Bag)
			j.left = cycle.Portion{Bag: j.shrinkToQuota(true, false)}
		}
		return true
	}
	j.left = cycle.Portion{Bag: within}
	return false
}

// shrinkToQuota is what quota leaves of what was left before, with the draws of the
// fair stage.
func (j *judgement) shrinkToQuota(limited, needsHeadroom bool) *resource.Bag {
	v := j.x.visit
	if j.x.shrinkOrder.DrawsInVain() {
		v.ShrinkOrder = j.x.afterGuarantees.Fork()
	}
	v.ShrinkOrder.Consider(j.slot, v.C.Draws)
	return v.ShrinkToQuota(j.left.Bag, limited, needsHeadroom)
}

// guaranteeStage returns what the cycle's first stage would do with beforeQuota. If the
// shrink order draws in vain, it is called before the fair stage, whose draws follow its
// own. Else it is called only if the fair stage offers nothing.
func (j *judgement) guaranteeStage() fillingOutcome {
	v := j.x.visit
	if j.x.shrinkOrder.DrawsInVain() {
		v.ShrinkOrder = j.x.shrinkOrder.Fork()
	}
	if j.x.report.RequiredBefore.IsZero() {
		return fillsNothing
	}
	unsatisfied := &v.Memory.Unsatisfied
	v.Quotas.Of(j.role).Unsatisfied(unsatisfied)
	if unsatisfied.IsZero() {
		return fillsNothing
	}
	v.C.Draws = cycle.DrawsOf(j.x.nextCycle, 1)
	x, ok := v.FillingOffer(j.role, j.beforeQuota, *unsatisfied)
	switch {
	case !ok || !j.x.a.frameworks.Allocatable(x.Offer, j.least) || keepsAgentTooOld(j):
		return fillsNothing
	}
	j.x.filling.CopyFrom(x.Offer)
	if j.refused(x.Offer) {
		j.fillingRefusal = j.refusal
		return fillsRefused
	}
	return fills
}

// exemptReasons are those of the fair stage that the guarantee stage does not know,
// or has asked about itself.
var exemptReasons = reasonSet(1<<ReasonRoleLimit.place() | 1<<ReasonHeadroom.place() | 1<<ReasonRefused.place())

// afterGuaranteeStage returns which of the fair stage's reasons still hold, given that the
// guarantee stage comes first. That one knows no headroom for others, and offers what the
// role lacks unless the framework refused it.
func (j *judgement) afterGuaranteeStage(found reasonSet) reasonSet {
	exempt := exemptReasons
	if found&exempt == 0 || j.beforeQuota == nil {
		return found
	}
	if !j.x.shrinkOrder.DrawsInVain() {
		j.filling = j.guaranteeStage()
	}
	switch {
	case j.filling == fills:
		return found &^ exempt
	case j.filling == fillsRefused:
		j.refusal = j.fillingRefusal
		return found&^exempt | 1<<ReasonRefused.place()
	}
	return found
}
