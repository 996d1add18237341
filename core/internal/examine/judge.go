package examine

import (
	"math/bits"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/filters"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// An agent is judged as if the next cycle came to it first and asked the applicant first,
// in both stages. The cycle's own rules are called one after the other, on memory of the
// examiner, so that each says what it keeps back and why.

// subject is an agent, as it is or as it would be after changes.
type subject struct {
	*agents.Agent
	slot     slots.Agent
	isListed bool          // on the whitelist
	hasLoans bool          // something of it is lent
	keep     *lending.Keep // what is free of it is kept until what is recalled there is back; nil: it is not
}

// judgement is how an agent fares with an applicant. If a rule keeps the agent back, the rules
// after it are asked as if it had let the agent pass. So the agent would be offered if all reasons
// found no longer held.
type judgement struct {
	x *examiner
	*applicant
	subject

	least   []quantities.Row // that is worth an offer; anything, once it is found to be too much
	left    *resource.Bag    // of what is free, after the rules so far
	refusal filters.Refusal
	limited bool // limits leave something worth an offer, but not everything

	beforeQuota    *resource.Bag  // what was left when quota got a say; nil if it did not
	filling        fillingOutcome // of the guarantee stage
	fillingRefusal filters.Refusal
}

// reasonSet is a set of reasons, by their places in the table.
type reasonSet uint32

func (s reasonSet) has(place int) bool { return s&(1<<place) != 0 }

func (s *reasonSet) add(c explain.ReasonCode) { *s |= 1 << placeOf(c) }

// first returns the place of the first reason, or that of ReasonNone.
func (s reasonSet) first() int { return min(bits.TrailingZeros32(uint32(s)), len(rules)-1) }

// First returns the first reason, or ReasonNone.
func (s reasonSet) First() explain.ReasonCode { return rules[s.first()].code }

// Judge returns what keeps an agent from an applicant: all reasons, or at least the first, which
// takes less time.
func (x *examiner) Judge(who *applicant, s subject, all bool) reasonSet {
	j := x.begin(who, s)
	return j.afterGuaranteeStage(j.reasons(all, nil))
}

// reasons returns what keeps the agent back before the guarantee stage. For each reason it calls
// found with the reason's place, while the rule's findings stand. Unless all is set, it may stop at
// the first reason. It may not if the agent's free resources are kept for a recall: then the
// guarantee stage decides, and it is known only after all rules were asked what that stage would
// do.
func (j *judgement) reasons(all bool, found func(place int)) (set reasonSet) {
	for i := range rules {
		if keeps := rules[i].keeps; keeps == nil || !keeps(j) {
			continue
		}
		set |= 1 << i
		if found != nil {
			found(i)
		}
		if !all && j.keep == nil {
			break
		}
	}
	return set
}

// begin begins to judge an agent, in the memory of the judgement before.
func (x *examiner) begin(who *applicant, s subject) *judgement {
	j := &x.judgement
	*j = judgement{x: x, applicant: who, subject: s, least: who.minimum, left: s.FreeBag()}
	x.tooLittle.Reset()
	return j
}

// worth reports whether something is worth an offer. If it is not, it notes it in tooLittle.
func (j *judgement) worth(b *resource.Bag) bool {
	if j.x.a.Frameworks.Allocatable(b, j.least) {
		return true
	}
	j.x.tooLittle.CopyFrom(b)
	return false
}

func keepsRecovering(j *judgement) bool { return j.paused && j.x.a.Schedule.IsRecovering() }

func keepsPaused(j *judgement) bool { return j.paused && !j.x.a.Schedule.IsRecovering() }

func keepsNotWhitelisted(j *judgement) bool { return !j.isListed }

func keepsAgentInactive(j *judgement) bool { return !j.Activated }

func keepsNothingFree(j *judgement) bool {
	return j.Free.Empty() && !j.hasLoans && !keepsUnanswered(j)
}

func keepsFrameworkInactive(j *judgement) bool { return !j.applicant.active }

func keepsSuppressed(j *judgement) bool { return j.suppressed }

func keepsOfferConstraints(j *judgement) bool {
	return j.subscription != slots.None && j.Exclusions.Has(j.subscription)
}

// keepsReserved: reservations for other roles leave nothing, or not enough.
func keepsReserved(j *judgement) bool {
	if j.Free.Empty() {
		return false
	}
	reachable := j.x.a.Rules.ReservedFor(&j.x.reachable, j.FreeBag(), j.role)
	if !j.worth(reachable) && (reachable.Empty() || j.x.a.Frameworks.Allocatable(j.FreeBag(), j.least)) {
		return true
	}
	j.left = reachable
	return false
}

// keepsBelowMinimum: what is free is not enough, even if the role could have all.
func keepsBelowMinimum(j *judgement) bool {
	if j.Free.Empty() || j.worth(j.FreeBag()) {
		return false
	}
	j.least = nil
	return true
}

func keepsGPUs(j *judgement) bool { return !j.x.a.Rules.MayUseGPUs(j.capabilities, j.Agent) }

func keepsOtherRegion(j *judgement) bool { return !eligibility.MayUseRegion(j.capabilities, j.Agent) }

// keepsCapabilitiesMissing: what the framework can receive is nothing, or not
// enough.
func keepsCapabilitiesMissing(j *judgement) bool {
	if j.left.Empty() {
		return false
	}
	countable := j.x.a.Rules.Countable(&j.x.scratch[0], j.left, j.capabilities)
	capable := j.x.a.Rules.StripIncapable(&j.x.capable, j.left, countable)
	if !j.worth(capable) {
		return true
	}
	j.left = capable
	return false
}

func keepsAgentTooOld(j *judgement) bool {
	return !j.x.a.Rules.AgentIsCapable(j.Agent.Capabilities, j.role, j.capabilities)
}

// keepsRefused: the framework has refused all that it would be offered.
func keepsRefused(j *judgement) bool { return !j.left.Empty() && j.refused(j.left) }

func (j *judgement) refused(offer *resource.Bag) bool {
	if j.subscription == slots.None {
		return false
	}
	last, ok := j.Filters.LastRefusal(j.subscription, offer)
	if ok && alloc.Time(last.Deadline) > j.filtersEndBy {
		j.refusal = last
		return true
	}
	return false
}
