package explain

import (
	"slices"
	"strconv"
)

// ReasonCode is a thing that keeps an agent from a framework in a role. Its name is part of the
// published JSON and never changes. Numbers ascend in the order in which Mesos's cycle asks, and the
// gaps leave room.
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
	// ReasonUnanswered: as ReasonNothingFree, and the framework itself holds some of it that no
	// task is known to use: it has not answered an offer of the agent.
	ReasonUnanswered ReasonCode = 225
	// ReasonLent: as ReasonNothingFree, and some of it is lent, see Reason.Holders.
	ReasonLent ReasonCode = 230
	// ReasonKept: something of the agent is recalled for other roles. What is free on it is kept
	// until that is back, see Reason.Holders.
	ReasonKept ReasonCode = 240
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
	// ReasonNone: nothing keeps the agent from the framework; others may come first.
	ReasonNone ReasonCode = 900
)

type reasonWords struct {
	code     ReasonCode
	name     string
	sentence string
	ofRole   string // in place of sentence where a role is explained, if it differs
}

// reasons is the table of all reasons, in the order in which they are asked about, as are the rules
// in core/internal/examine: an agent counts for the first that holds. Sentences may change.
var reasons = [...]reasonWords{
	{ReasonRecovering, "recovering", "allocation waits for agents to come back after a failover", ""},
	{ReasonPaused, "paused", "allocation is paused", ""},
	{ReasonNotWhitelisted, "not_whitelisted", "the agent's host is not on the whitelist", ""},
	{ReasonAgentInactive, "agent_inactive", "the agent is not connected", ""},
	{ReasonNothingFree, "nothing_free", "all of the agent is offered or in use", ""},
	{ReasonUnanswered, "unanswered", "the framework itself was offered the agent, and has not answered", ""},
	{ReasonLent, "lent", "all of the agent is offered or in use, some of it as a loan", ""},
	{ReasonKept, "kept", "what is free of the agent is kept until what is recalled of it for others is back", ""},
	{ReasonFrameworkInactive, "framework_inactive", "the framework is not connected", ""},
	{ReasonSuppressed, "suppressed", "the framework has suppressed offers in the role", ""},
	{ReasonOfferConstraints, "offer_constraints", "the framework's offer constraints exclude the agent", ""},
	{ReasonReserved, "reserved", "what is free is reserved for other roles", ""},
	{ReasonBelowMinimum, "below_minimum", "less is free than the framework's minimum", "less is free than an offer has to hold"},
	{ReasonGPUsKept, "gpus_kept", "the agent has GPUs and is kept for frameworks that ask for them", ""},
	{ReasonOtherRegion, "other_region", "the agent is in another region, and the framework is not aware of regions", "the agent is in another region, and no framework in the role that may have it otherwise is aware of regions"},
	{ReasonCapabilitiesMissing, "capabilities_missing", "the framework lacks the capabilities to receive what is free", "no framework in the role has the capabilities to receive what is free"},
	{ReasonRoleLimit, "role_limit", "the role's limit is reached", ""},
	{ReasonHeadroom, "headroom", "what is free is kept for guarantees that are not met", ""},
	{ReasonAgentTooOld, "agent_too_old", "the agent lacks capabilities that the framework or its role needs", "the agent lacks capabilities that the role or its frameworks need"},
	{ReasonRefused, "refused", "the framework has refused what is free", ""},
	{ReasonNone, "none", "nothing keeps the agent from the framework, but others may come first", "nothing keeps the agent from the role, but others may come first"},
}

// ReasonCodes returns all codes, in the order in which they are asked about.
func ReasonCodes() []ReasonCode {
	codes := make([]ReasonCode, len(reasons))
	for i := range reasons {
		codes[i] = reasons[i].code
	}
	return codes
}

// words returns the code's row of the table.
func (c ReasonCode) words() reasonWords {
	if i := slices.IndexFunc(reasons[:], func(r reasonWords) bool { return r.code == c }); i >= 0 {
		return reasons[i]
	}
	unknown := "reason " + strconv.Itoa(int(c))
	return reasonWords{code: c, name: unknown, sentence: unknown}
}

// String returns the code's name in JSON: "below_minimum".
func (c ReasonCode) String() string { return c.words().name }

// Sentence returns what the code says of a framework, as the end of a sentence: "allocation is
// paused". Explanations of a role say it of the frameworks in it.
func (c ReasonCode) Sentence() string { return c.sentenceFor(false) }

// sentenceFor is Sentence, of a framework or of the frameworks of a role.
func (c ReasonCode) sentenceFor(aRole bool) string {
	r := c.words()
	if aRole && r.ofRole != "" {
		return r.ofRole
	}
	return r.sentence
}
