package explain

import (
	"strconv"

	"github.com/apportion/apportion/core/internal/api"
)

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

// String returns the kind's name in JSON: "raise_limit".
func (k ChangeKind) String() string {
	for i := range changes {
		if changes[i].kind == k {
			return changes[i].name
		}
	}
	return "change " + strconv.Itoa(int(k))
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
	Party                         // whose minimum, offers or quota
	Agent        api.AgentID      // of ChangeWhitelistHost, ChangeActivateAgent and others
	AgentName    string           // of Agent
	Host         string           // ChangeWhitelistHost
	Capabilities api.Capabilities // ChangeAddCapabilities, ChangeUpgradeAgent
	Amounts      api.Amounts      // empty for ChangeLowerMinimum: no minimum at all
	Until        *api.Time        // ChangeWait
	// ChangeAddAgent: the agent has to be on a host of the whitelist, and offer constraints
	// have to admit it.
	Listed, Admitted bool
}

// Remedy is changes that together bring the framework an offer, if all others hold
// still. They are made in this order.
type Remedy []Change

// Verdict is what an explanation comes to.
type Verdict struct {
	// Code is ReasonNone if nothing keeps some agent from the framework, ReasonLoan if some
	// agent would be lent to it, and else the reason for which most agents count.
	Code ReasonCode
	// Remedies are those found with the fewest changes, the one that takes least first.
	// There are none if Code is ReasonNone or ReasonLoan, or if nothing that was tried helps.
	Remedies []Remedy
}

// Hidden says which roles and frameworks the reader of an explanation may not view. A nil
// function hides nothing.
type Hidden struct {
	Role      func(api.RoleID) bool
	Framework func(api.FrameworkID) bool
}

// Order is who comes first. It compares siblings where the path of a framework first parts
// from the path of the leader, who would be asked first of all.
type Order struct {
	// IsFirst: nobody comes before. Then Own, First and the numbers are those of the
	// framework among the frameworks of its role.
	IsFirst bool
	// Leader is who would be asked first of all; itself if IsFirst.
	Leader Party
	// Parent is the role whose children Own and First are; "" for top-level roles. A role's
	// children are its subroles and, as one child, all its own frameworks. If ByFramework,
	// Own and First are frameworks of Parent, ordered among themselves.
	Parent      Party
	ByFramework bool
	Own, First  Standing
	// Position is that of Own among the Siblings, 1 for the first; 0 under Random,
	// whose order is drawn anew for each agent.
	Position, Siblings int
	// EligibleAhead counts the siblings before Own that nothing keeps from some agent with
	// something free. If AtLeast, there may be more: the search is bounded.
	EligibleAhead int
	AtLeast       bool
}

// Party is a framework in a role, or a role. Parties that the reader of an explanation may
// not view are only counted (Explanation.Hide).
type Party struct {
	Framework     api.FrameworkID // 0 for a role
	FrameworkName string
	Role          api.RoleID
	RoleName      string
	Hidden        int // parties that are meant here and not named; 0 if this is one
}

// whose returns the party of a value that embeds one.
func (p *Party) whose() *Party { return p }

// ofParty are pointers to values that embed a Party.
type ofParty[T any] interface {
	*T
	whose() *Party
}

// Holding is what a party has, what is kept for it, or what it would lend.
type Holding struct {
	Party
	Amounts api.Amounts
	Loan    *LoanState // nil if it is not lent to the party
}

// LoanState is where something is lent, by whom, and for whom until when it is recalled.
type LoanState struct {
	Agent    string
	Lender   Party
	Recalled *Party    // nil: it is not
	Due      *api.Time // if it is
}

// LimitState is a role's limit of one resource.
type LimitState struct {
	Party
	Resource string
	Limit    api.Amount
	Consumed api.Amount // offered, allocated or reserved, subroles included
	Short    api.Amount // by how much the limit would have to be higher
	Lends    bool       // it is of what is lent: Consumed is lent
}

// GuaranteeState is a role's guarantee of one resource that is not met.
type GuaranteeState struct {
	Party
	Resource  string
	Guarantee api.Amount
	Consumed  api.Amount // offered, allocated or reserved, subroles included
	Lacks     api.Amount
}

// Reason is one thing that keeps an agent from a framework in a role. Which fields
// are set depends on the code.
type Reason struct {
	Code ReasonCode

	// Too little is left for an offer: Needed is the nearest minimum, There what is left,
	// Short what is short. Without a minimum, anything would do, and Needed and Short are
	// empty. ReasonNone: There would be offered. ReasonLoan: There would be lent.
	// ReasonRefused: There was refused.
	Needed, There, Short api.Amounts

	// ReasonNothingFree: who has most of it, in a Bucket of all its agents; ReasonReserved: for
	// whom; ReasonLent: to whom it is lent; ReasonOverdue: what is overdue; ReasonLoan: who would
	// lend it.
	Holders      []Holding
	Limits       []LimitState     // ReasonRoleLimit: along the role's path; ReasonLenderWaits, ReasonMostLent: of who would lend
	Guarantees   []GuaranteeState // ReasonHeadroom: those that are not met
	Capabilities api.Capabilities // that the framework lacks, or for ReasonAgentTooOld the agent
	Host, Region string           // ReasonNotWhitelisted, ReasonOtherRegion: of the agent
	// Since is when it began and Until when it ends by itself, if known: both for
	// ReasonRefused, Until for ReasonRecovering, ReasonPaused and ReasonLenderWaits.
	Since, Until *api.Time
	// ReasonRecovering: agents that are back, of those that are waited for.
	AgentsBack, AgentsExpected int
}

// Bucket is the agents that one reason keeps from a framework before any other. Reason
// describes the agent that is nearest to an offer.
type Bucket struct {
	Reason
	Agents  int
	Nearest api.AgentID
	Name    string      // of the nearest agent
	Free    api.Amounts // on all of these agents
}

// Explanation says why a framework is offered what it is in a role, and nothing
// more.
type Explanation struct {
	Subject Party
	Now     api.Time // see Allocator.Now
	Agents  int      // in the cluster: those of all buckets
	// Buckets has those that are not empty, in the order in which a cycle asks.
	Buckets []Bucket
	Order   Order
	History OfferHistory
	Verdict Verdict
}

// AgentExplanation says why a framework is, or is not, offered an agent in a role.
type AgentExplanation struct {
	Subject Party
	Now     api.Time
	Agent   api.AgentID
	Name    string
	// Reasons is all that keeps the agent from the framework, in the order in which a cycle
	// asks. If none of them held, it would be offered. The list is never empty: ReasonNone
	// stands by itself.
	Reasons []Reason
	Order   Order
	Verdict Verdict
}

// RoleExplanation says why frameworks of a role are offered what they are. An agent counts for
// what keeps it from the framework that comes nearest to it, of those with the capabilities of one
// that is subscribed, no minimum but Options.MinAllocatable, and no refusals.
type RoleExplanation struct {
	Subject Party
	Now     api.Time
	Agents  int
	// NoneSubscribed: no framework is. What is judged is one that has every capability.
	NoneSubscribed bool

	Buckets    []Bucket
	Limits     []LimitState     // along the role's path, and of what the role lends
	Loans      []Holding        // of the role, a few: those that are due first come first
	Guarantees []GuaranteeState // of the role, its ancestors and subroles that are not met
	Order      Order
	Frameworks []RoleFramework // in the order of their ids
	Hidden     int             // frameworks of the role that are not listed, see Hide
	Verdict    Verdict
}

// RoleFramework is how a framework stands in a role.
type RoleFramework struct {
	Party
	Active     bool // connected
	Suppressed bool
	Filters    int
	Standing   Standing
	History    OfferHistory
}

// OfferHistory is what a framework was offered in a role since it subscribed, and what
// became of it.
type OfferHistory struct {
	Offers    uint64
	Filters   uint64    // that it has set
	LastOffer *api.Time // nil if there was none
	LastAgent string    // "" if that agent is gone
	Last      api.Amounts
	Used      api.Amounts // of all offers: told to be used by tasks
	Unused    api.Amounts // of all offers: returned without use
}

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
	// ReasonLent: as ReasonNothingFree, and some of it is lent, see Reason.Holders.
	ReasonLent ReasonCode = 230
	// ReasonFrameworkInactive: the framework is not connected.
	ReasonFrameworkInactive ReasonCode = 300
	// ReasonSuppressed: the framework has suppressed offers in the role.
	ReasonSuppressed ReasonCode = 310
	// ReasonOfferConstraints: the framework's offer constraints exclude the agent.
	ReasonOfferConstraints ReasonCode = 320
	// ReasonOverdue: the framework is lent nothing since it has not given back in time what
	// was recalled. This and the next two are of agents of which it would be lent something.
	ReasonOverdue ReasonCode = 330
	// ReasonLenderWaits: who would lend it does not after a recall, for a time.
	ReasonLenderWaits ReasonCode = 340
	// ReasonMostLent: who would lend it has lent the most that it may.
	ReasonMostLent ReasonCode = 350
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
	// ReasonTakesNoLoans: the agent would be lent if the framework took revocable resources.
	ReasonTakesNoLoans ReasonCode = 800
	// ReasonLoan: the agent is not offered but lent to the framework; others may have borrowed
	// less, and come first.
	ReasonLoan ReasonCode = 890
	// ReasonNone: nothing keeps the agent from the framework; others may come first.
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

// Sentence returns what the code says of a framework, as the end of a sentence: "allocation is
// paused". Explanations of a role say it of the frameworks in it.
func (c ReasonCode) Sentence() string {
	if i := c.place(); i < len(Reasons) {
		return Reasons[i].sentence
	}
	return c.String()
}
