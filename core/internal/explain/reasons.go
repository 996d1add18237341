package explain

// reason is a row of the table of reasons: its name, its sentence, the rule that says
// whether it keeps an agent back, what describes it, and what mends it.
type reason struct {
	Code     ReasonCode
	name     string
	sentence string
	keeps    func(*judgement) bool     // nil: see withLoans
	describe func(*judgement, *Reason) // nil: there is no more to say
	fix      func(*trial, *judgement) [][]Change
}

// Reasons is the table of all reasons, in the order in which they are asked
// about: an agent counts for the first that holds.
var Reasons = [...]reason{
	{ReasonRecovering, "recovering", "allocation waits for agents to come back after a failover", keepsRecovering, describeRecovering, fixRecovering},
	{ReasonPaused, "paused", "allocation is paused", keepsPaused, describePaused, fixRecovering},
	{ReasonNotWhitelisted, "not_whitelisted", "the agent's host is not on the whitelist", keepsNotWhitelisted, describeNotWhitelisted, fixNotWhitelisted},
	{ReasonAgentInactive, "agent_inactive", "the agent is not connected", keepsAgentInactive, nil, fixAgentInactive},
	{ReasonNothingFree, "nothing_free", "all of the agent is offered or in use", keepsNothingFree, describeNothingFree, nil},
	{ReasonLent, "lent", "all of the agent is offered or in use, some of it as a loan", keepsLent, describeLent, nil},
	{ReasonFrameworkInactive, "framework_inactive", "the framework is not connected", keepsFrameworkInactive, nil, fixFrameworkInactive},
	{ReasonSuppressed, "suppressed", "the framework has suppressed offers in the role", keepsSuppressed, nil, fixSuppressed},
	{ReasonOfferConstraints, "offer_constraints", "the framework's offer constraints exclude the agent", keepsOfferConstraints, nil, fixOfferConstraints},
	{ReasonOverdue, "overdue", "the framework has not given back in time what was recalled, and is lent nothing until it has", nil, describeOverdue, nil},
	{ReasonLenderWaits, "lender_waits", "who would lend it waits for a time after a recall", nil, describeLenderWaits, fixLenderWaits},
	{ReasonMostLent, "most_lent", "who would lend it has lent as much as it may", nil, describeLenders, nil},
	{ReasonReserved, "reserved", "what is free is reserved for other roles", keepsReserved, describeReserved, fixReserved},
	{ReasonBelowMinimum, "below_minimum", "less is free than the framework's minimum", keepsBelowMinimum, describeBelowMinimum, fixBelowMinimum},
	{ReasonGPUsKept, "gpus_kept", "the agent has GPUs and is kept for frameworks that ask for them", keepsGPUs, describeGPUsKept, fixGPUsKept},
	{ReasonOtherRegion, "other_region", "the agent is in another region, and the framework is not aware of regions", keepsOtherRegion, describeOtherRegion, fixOtherRegion},
	{ReasonCapabilitiesMissing, "capabilities_missing", "the framework lacks the capabilities to receive what is free", keepsCapabilitiesMissing, describeCapabilitiesMissing, fixCapabilitiesMissing},
	{ReasonRoleLimit, "role_limit", "the role's limit is reached", keepsRoleLimit, describeRoleLimit, fixRoleLimit},
	{ReasonHeadroom, "headroom", "what is free is kept for guarantees that are not met", keepsHeadroom, describeHeadroom, fixHeadroom},
	{ReasonAgentTooOld, "agent_too_old", "the agent lacks capabilities that the framework or its role needs", keepsAgentTooOld, describeAgentTooOld, fixAgentTooOld},
	{ReasonRefused, "refused", "the framework has refused what is free", keepsRefused, describeRefused, fixRefused},
	{ReasonTakesNoLoans, "takes_no_loans", "the framework does not take revocable resources, and is lent nothing", nil, describeTakesNoLoans, fixTakesNoLoans},
	{ReasonLoan, "loan", "it is lent, to others first that have borrowed less", nil, describeLoan, nil},
	{ReasonNone, "none", "nothing keeps the agent from the framework, but others may come first", nil, describeNone, nil},
}

// place returns the code's place in the table, or the number of its rows if it is
// in none.
func (c ReasonCode) place() int {
	for i := range Reasons {
		if Reasons[i].Code == c {
			return i
		}
	}
	return len(Reasons)
}

// sentencesOfRoles are those of a role, where others speak of the framework.
var sentencesOfRoles = map[ReasonCode]string{
	ReasonBelowMinimum:        "less is free than an offer has to hold",
	ReasonOtherRegion:         "the agent is in another region, and no framework in the role that may have it otherwise is aware of regions",
	ReasonCapabilitiesMissing: "no framework in the role has the capabilities to receive what is free",
	ReasonAgentTooOld:         "the agent lacks capabilities that the role or its frameworks need",
	ReasonTakesNoLoans:        "no framework in the role that could be lent it takes revocable resources",
	ReasonNone:                "nothing keeps the agent from the role, but others may come first",
}

// sentenceFor is Sentence of a reason that keeps something from somebody.
func (c ReasonCode) sentenceFor(who *Party) string {
	if s, ok := sentencesOfRoles[c]; ok && who.Framework == 0 {
		return s
	}
	return c.Sentence()
}
