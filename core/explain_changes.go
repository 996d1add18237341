package core

import "strconv"

// ChangeKind is a kind of change that can help a framework to an offer. Numbers
// and names never change; in ascending order they are the order in which the
// changes of a remedy are to be made.
type ChangeKind uint16

const (
	// ChangeResume: resume allocation.
	ChangeResume ChangeKind = 100
	// ChangeWait: wait until a time, see Change.Until.
	ChangeWait ChangeKind = 110
	// ChangeWhitelistHost: put the agent's host on the whitelist; without an agent,
	// that of one to be added.
	ChangeWhitelistHost ChangeKind = 200
	// ChangeActivateAgent: the agent has to connect.
	ChangeActivateAgent ChangeKind = 210
	// ChangeUpgradeAgent: give the agent the capabilities.
	ChangeUpgradeAgent ChangeKind = 220
	// ChangeActivateFramework: the framework has to connect.
	ChangeActivateFramework ChangeKind = 300
	// ChangeAddCapabilities: the framework needs the capabilities.
	ChangeAddCapabilities ChangeKind = 310
	// ChangeSubscribe: subscribe the framework to the role, where the offer comes.
	ChangeSubscribe ChangeKind = 320
	// ChangeLowerMinimum: make the amounts the framework's minimum in the role.
	ChangeLowerMinimum ChangeKind = 330
	// ChangeRevive: revive the framework's offers in the role.
	ChangeRevive ChangeKind = 340
	// ChangeAdmitAgent: change offer constraints so that they admit the agent.
	ChangeAdmitAgent ChangeKind = 350
	// ChangeRaiseLimit: raise the role's limits by the amounts.
	ChangeRaiseLimit ChangeKind = 400
	// ChangeLowerGuarantee: lower the role's guarantees by the amounts.
	ChangeLowerGuarantee ChangeKind = 410
	// ChangeAddAgent: add an agent with the amounts free and unreserved, in the
	// master's region, on a host that is whitelisted, that offer constraints admit.
	ChangeAddAgent ChangeKind = 500
)

// changes is the table of kinds: what they are called, and how much it takes, to
// prefer what takes less.
var changes = [...]struct {
	kind   ChangeKind
	name   string
	effort int
}{
	{ChangeResume, "resume", 3},
	{ChangeWait, "wait", 2},
	{ChangeWhitelistHost, "whitelist_host", 6},
	{ChangeActivateAgent, "activate_agent", 5},
	{ChangeUpgradeAgent, "upgrade_agent", 13},
	{ChangeActivateFramework, "activate_framework", 4},
	{ChangeAddCapabilities, "add_capabilities", 9},
	{ChangeSubscribe, "subscribe", 12},
	{ChangeLowerMinimum, "lower_minimum", 8},
	{ChangeRevive, "revive", 1},
	{ChangeAdmitAgent, "admit_agent", 7},
	{ChangeRaiseLimit, "raise_limit", 10},
	{ChangeLowerGuarantee, "lower_guarantee", 11},
	{ChangeAddAgent, "add_agent", 14},
}

// String returns the kind's name in JSON: "raise_limit".
func (k ChangeKind) String() string {
	for i := range changes {
		if changes[i].kind == k {
			return changes[i].name
		}
	}
	return "change " + strconv.Itoa(int(k))
}

func (k ChangeKind) effort() int {
	for i := range changes {
		if changes[i].kind == k {
			return changes[i].effort
		}
	}
	return len(changes)
}

// ChangeKinds returns all kinds, in the order in which changes are made.
func ChangeKinds() []ChangeKind {
	kinds := make([]ChangeKind, len(changes))
	for i := range changes {
		kinds[i] = changes[i].kind
	}
	return kinds
}

// Change is one change that helps. Which fields are set depends on the kind.
type Change struct {
	Kind         ChangeKind
	Party                     // whose minimum, offers or quota
	Agent        AgentID      //
	AgentName    string       //
	Host         string       // ChangeWhitelistHost
	Capabilities Capabilities // ChangeAddCapabilities, ChangeUpgradeAgent
	Amounts      Amounts      // empty for ChangeLowerMinimum: no minimum at all
	Until        *Time        // ChangeWait
}

// Remedy is changes that together bring the framework an offer, if all others hold
// still. They are made in this order.
type Remedy []Change

// Verdict is what an explanation comes to.
type Verdict struct {
	// Code is ReasonNone if nothing keeps some agent from the framework, and else
	// the reason that most agents count for.
	Code ReasonCode
	// Remedies are the smallest that were found, the one that takes least first:
	// all of as few changes. None if the code is ReasonNone, or if nothing that was
	// tried helps.
	Remedies []Remedy
}
