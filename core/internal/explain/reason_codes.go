package explain

import "strconv"

// ReasonCode is a thing that keeps an agent from a framework in a role. Numbers and names
// are part of the C ABI and of the published JSON: they never change, and the gaps leave
// room. They ascend in the order in which Mesos's cycle asks.
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

// ReasonCodes returns all codes, in the order in which they are asked about.
func ReasonCodes() []ReasonCode {
	codes := make([]ReasonCode, len(Reasons))
	for i := range Reasons {
		codes[i] = Reasons[i].Code
	}
	return codes
}

// String returns the code's name in JSON: "below_minimum".
func (c ReasonCode) String() string {
	if i := c.place(); i < len(Reasons) {
		return Reasons[i].name
	}
	return "reason " + strconv.Itoa(int(c))
}

// Sentence returns what the code says, as the end of a sentence: "allocation is
// paused".
func (c ReasonCode) Sentence() string {
	if i := c.place(); i < len(Reasons) {
		return Reasons[i].sentence
	}
	return c.String()
}
