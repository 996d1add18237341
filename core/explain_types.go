package core

// Amounts is so much of each of some resources, by name.
type Amounts []Quantity

// Party is a framework in a role, or a role. Of those that the reader of an
// explanation may not view, only the number is said (Explanation.Hide).
type Party struct {
	Framework     FrameworkID // 0 for a role
	FrameworkName string
	Role          RoleID
	RoleName      string
	Hidden        int // parties that are meant here and not named; 0 if this is one
}

// Holding is what a party has, or what is kept for it.
type Holding struct {
	Party
	Amounts Amounts
}

// LimitState is a role's limit of one resource.
type LimitState struct {
	Party
	Resource string
	Limit    Amount
	Consumed Amount // offered, allocated or reserved, subroles included
	Short    Amount // by how much the limit would have to be higher
}

// GuaranteeState is a role's guarantee of one resource that is not met.
type GuaranteeState struct {
	Party
	Resource  string
	Guarantee Amount
	Consumed  Amount // offered, allocated or reserved, subroles included
	Lacks     Amount
}

// Reason is one thing that keeps an agent from a framework in a role. Which fields
// are set depends on the code.
type Reason struct {
	Code ReasonCode

	// Where less is left of the agent than is worth an offer: the minimum that is
	// nearest, what is left, and what is short. An offer without a minimum needs
	// anything, and Needed and Short are empty. For ReasonNone There is what would
	// be offered, and for ReasonRefused what was refused.
	Needed, There, Short Amounts

	Holders      []Holding        // ReasonNothingFree: who has most of it; ReasonReserved: for whom
	Limits       []LimitState     // ReasonRoleLimit: along the role's path
	Guarantees   []GuaranteeState // ReasonHeadroom: those that are not met
	Capabilities Capabilities     // that the framework lacks, or for ReasonAgentTooOld the agent
	Host, Region string           // ReasonNotWhitelisted, ReasonOtherRegion: of the agent
	// Since and Until, if they are known, are when it began and when it ends by
	// itself: ReasonRefused, and Until for ReasonRecovering.
	Since, Until *Time
	// ReasonRecovering: agents that are back, of those that are waited for.
	AgentsBack, AgentsExpected int
}

// Bucket is the agents that are kept from a framework by one reason before any
// other. The reason is told of the agent that is nearest to an offer.
type Bucket struct {
	Reason
	Agents  int
	Nearest AgentID
	Name    string  // of the nearest agent
	Free    Amounts // on all of these agents
}

// Explanation says why a framework is offered what it is in a role, and nothing
// more.
type Explanation struct {
	Subject Party
	Now     Time // see Allocator.Now
	Agents  int  // in the cluster: those of all buckets
	// Buckets has those that are not empty, in the order in which a cycle asks.
	Buckets []Bucket
	Order   Order
	History OfferHistory
	Verdict Verdict
}

// AgentExplanation says why a framework is, or is not, offered an agent in a role.
type AgentExplanation struct {
	Subject Party
	Now     Time
	Agent   AgentID
	Name    string
	// Reasons is all that keeps the agent from the framework, in the order in
	// which a cycle asks: without all of these together it would be offered. It is
	// never empty: ReasonNone stands by itself.
	Reasons []Reason
	Order   Order
	Verdict Verdict
}

// RoleExplanation says why frameworks of a role are offered what they are. Its
// buckets are those of a framework that is able to receive everything and has
// refused nothing.
type RoleExplanation struct {
	Subject    Party
	Now        Time
	Agents     int
	Buckets    []Bucket
	Limits     []LimitState     // along the role's path
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

// OfferHistory is what a framework was offered in a role since it subscribed, and
// what has become of it.
type OfferHistory struct {
	Offers    uint64
	Filters   uint64 // that it has set
	LastOffer *Time  // nil if there was none
	LastAgent string // "" if that agent is gone
	Last      Amounts
	Used      Amounts // of all offers: told to be used by tasks
	Unused    Amounts // of all offers: returned without use
}
