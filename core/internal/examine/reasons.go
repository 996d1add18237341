package examine

import "github.com/apportion/apportion/core/explain"

// rule is all about a reason: keeps says whether it keeps an agent back, describe describes it, and
// fix returns ways to mend it.
type rule struct {
	code     explain.ReasonCode
	keeps    func(*judgement) bool                       // nil: nothing does
	describe func(*judgement, *explain.Reason)           // nil: there is no more to say
	fix      func(*trial, *judgement) [][]explain.Change // nil: no change that is tried mends it
}

// rules is the table of all reasons, in the order of explain.ReasonCodes.
var rules = [...]rule{
	{explain.ReasonRecovering, keepsRecovering, describeRecovering, fixRecovering},
	{explain.ReasonPaused, keepsPaused, describePaused, fixRecovering},
	{explain.ReasonNotWhitelisted, keepsNotWhitelisted, describeNotWhitelisted, fixNotWhitelisted},
	{explain.ReasonAgentInactive, keepsAgentInactive, nil, fixAgentInactive},
	{explain.ReasonNothingFree, keepsNothingFree, describeNothingFree, nil},
	{explain.ReasonUnanswered, keepsUnanswered, describeUnanswered, fixUnanswered},
	{explain.ReasonLent, keepsLent, describeLent, nil},
	{explain.ReasonKept, keepsForRecall, describeLent, nil},
	{explain.ReasonFrameworkInactive, keepsFrameworkInactive, nil, fixFrameworkInactive},
	{explain.ReasonSuppressed, keepsSuppressed, nil, fixSuppressed},
	{explain.ReasonOfferConstraints, keepsOfferConstraints, nil, fixOfferConstraints},
	{explain.ReasonReserved, keepsReserved, describeReserved, fixReserved},
	{explain.ReasonBelowMinimum, keepsBelowMinimum, describeBelowMinimum, fixBelowMinimum},
	{explain.ReasonGPUsKept, keepsGPUs, describeGPUsKept, fixGPUsKept},
	{explain.ReasonOtherRegion, keepsOtherRegion, describeOtherRegion, fixOtherRegion},
	{explain.ReasonCapabilitiesMissing, keepsCapabilitiesMissing, describeCapabilitiesMissing, fixCapabilitiesMissing},
	{explain.ReasonRoleLimit, keepsRoleLimit, describeRoleLimit, fixRoleLimit},
	{explain.ReasonHeadroom, keepsHeadroom, describeHeadroom, fixHeadroom},
	{explain.ReasonAgentTooOld, keepsAgentTooOld, describeAgentTooOld, fixAgentTooOld},
	{explain.ReasonRefused, keepsRefused, describeRefused, fixRefused},
	{explain.ReasonNone, nil, describeNone, nil},
}

// placeOf returns a code's place in the table.
func placeOf(c explain.ReasonCode) int {
	for i := range rules {
		if rules[i].code == c {
			return i
		}
	}
	panic("no rule for reason " + c.String())
}
