package core

import "strconv"

// ReasonCode is a thing that keeps an agent from a framework in a role. The
// numbers and names are part of the C ABI and of what is published as JSON, and
// never change; the gaps leave room. In ascending order they are the order in
// which Mesos's cycle asks.
type ReasonCode uint16

const (
	// ReasonRecovering: no cycle runs before enough agents are back after a
	// failover.
	ReasonRecovering ReasonCode = 100
	// ReasonPaused: no cycle runs, the host has paused allocation.
	ReasonPaused ReasonCode = 110
	// ReasonNotWhitelisted: the agent's host is not on the whitelist.
	ReasonNotWhitelisted ReasonCode = 200
	// ReasonAgentInactive: the agent is not connected.
	ReasonAgentInactive ReasonCode = 210
	// ReasonNothingFree: all of the agent is offered or in use.
	ReasonNothingFree ReasonCode = 220
	// ReasonFrameworkInactive: the framework is not connected.
	ReasonFrameworkInactive ReasonCode = 300
	// ReasonSuppressed: the framework has suppressed offers in the role.
	ReasonSuppressed ReasonCode = 310
	// ReasonOfferConstraints: the framework's offer constraints exclude the agent.
	ReasonOfferConstraints ReasonCode = 320
	// ReasonReserved: what is free is reserved for other roles, or too much of it.
	ReasonReserved ReasonCode = 400
	// ReasonBelowMinimum: less is free than the least that is worth an offer.
	ReasonBelowMinimum ReasonCode = 410
	// ReasonGPUsKept: the agent has GPUs and is kept for frameworks that ask for
	// them.
	ReasonGPUsKept ReasonCode = 500
	// ReasonOtherRegion: the agent is in another region than the master, and the
	// framework is not aware of regions.
	ReasonOtherRegion ReasonCode = 510
	// ReasonCapabilitiesMissing: the framework lacks capabilities to receive what
	// is free, or too much of it.
	ReasonCapabilitiesMissing ReasonCode = 520
	// ReasonRoleLimit: limits of the role's quota, or of roles above with nested
	// quota, leave too little.
	ReasonRoleLimit ReasonCode = 600
	// ReasonHeadroom: what is free is kept for guarantees that are not met.
	ReasonHeadroom ReasonCode = 610
	// ReasonAgentTooOld: the agent lacks capabilities that the framework or a
	// nested role needs.
	ReasonAgentTooOld ReasonCode = 700
	// ReasonRefused: the framework has refused what it would be offered.
	ReasonRefused ReasonCode = 710
	// ReasonNone: nothing keeps the agent from the framework; others come first.
	ReasonNone ReasonCode = 900
)

// reason is a row of the table of reasons: how it is called, what it says, whether
// it keeps an agent back, and then what there is to say of it and what to do.
type reason struct {
	code     ReasonCode
	name     string
	sentence string
	keeps    func(*judgement) bool
	describe func(*judgement, *Reason) // nil: there is no more to say
	fix      func(*trial, *judgement) [][]Change
}

// reasons is the table of all reasons, in the order in which they are asked
// about: an agent counts for the first that holds.
var reasons = [...]reason{
	{ReasonRecovering, "recovering", "allocation waits for agents to come back after a failover", keepsRecovering, describeRecovering, fixRecovering},
	{ReasonPaused, "paused", "allocation is paused", keepsPaused, describePaused, fixRecovering},
	{ReasonNotWhitelisted, "not_whitelisted", "the agent's host is not on the whitelist", keepsNotWhitelisted, describeNotWhitelisted, fixNotWhitelisted},
	{ReasonAgentInactive, "agent_inactive", "the agent is not connected", keepsAgentInactive, nil, fixAgentInactive},
	{ReasonNothingFree, "nothing_free", "all of the agent is offered or in use", keepsNothingFree, describeNothingFree, nil},
	{ReasonFrameworkInactive, "framework_inactive", "the framework is not connected", keepsFrameworkInactive, nil, fixFrameworkInactive},
	{ReasonSuppressed, "suppressed", "the framework has suppressed offers in the role", keepsSuppressed, nil, fixSuppressed},
	{ReasonOfferConstraints, "offer_constraints", "the framework's offer constraints exclude the agent", keepsOfferConstraints, nil, fixOfferConstraints},
	{ReasonReserved, "reserved", "what is free is reserved for other roles", keepsReserved, describeReserved, fixReserved},
	{ReasonBelowMinimum, "below_minimum", "less is free than the framework's minimum", keepsBelowMinimum, describeBelowMinimum, fixBelowMinimum},
	{ReasonGPUsKept, "gpus_kept", "the agent has GPUs and is kept for frameworks that ask for them", keepsGPUs, describeGPUsKept, fixGPUsKept},
	{ReasonOtherRegion, "other_region", "the agent is in another region, and the framework is not aware of regions", keepsOtherRegion, describeOtherRegion, fixOtherRegion},
	{ReasonCapabilitiesMissing, "capabilities_missing", "the framework lacks the capabilities to receive what is free", keepsCapabilitiesMissing, describeCapabilitiesMissing, fixCapabilitiesMissing},
	{ReasonRoleLimit, "role_limit", "the role's limit is reached", keepsRoleLimit, describeRoleLimit, fixRoleLimit},
	{ReasonHeadroom, "headroom", "what is free is kept for guarantees that are not met", keepsHeadroom, describeHeadroom, fixHeadroom},
	{ReasonAgentTooOld, "agent_too_old", "the agent lacks capabilities that the framework or its role needs", keepsAgentTooOld, describeAgentTooOld, fixAgentTooOld},
	{ReasonRefused, "refused", "the framework has refused what is free", keepsRefused, describeRefused, fixRefused},
	{ReasonNone, "none", "nothing keeps the agent from the framework, others come first", nil, describeNone, nil},
}

// ReasonCodes returns all codes, in the order in which they are asked about.
func ReasonCodes() []ReasonCode {
	codes := make([]ReasonCode, len(reasons))
	for i := range reasons {
		codes[i] = reasons[i].code
	}
	return codes
}

// place returns the code's place in the table, or the number of its rows if it is
// in none.
func (c ReasonCode) place() int {
	for i := range reasons {
		if reasons[i].code == c {
			return i
		}
	}
	return len(reasons)
}

// String returns the code's name in JSON: "below_minimum".
func (c ReasonCode) String() string {
	if i := c.place(); i < len(reasons) {
		return reasons[i].name
	}
	return "reason " + strconv.Itoa(int(c))
}

// Sentence returns what the code says, as the end of a sentence: "allocation is
// paused".
func (c ReasonCode) Sentence() string {
	if i := c.place(); i < len(reasons) {
		return reasons[i].sentence
	}
	return c.String()
}
