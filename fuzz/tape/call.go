package tape

import (
	"time"

	"github.com/apportion/apportion/core"
)

// A Verb says what a call does.
type Verb uint8

// One for each operation of a history but initialize.
const (
	Advance Verb = iota // the one call after which a cycle is run, if it is due
	AddAgent
	UpdateAgent
	RemoveAgent
	ActivateAgent
	DeactivateAgent
	AddResourceProvider
	UpdateUnavailability
	UpdateAvailable
	TransitionOfferedToAllocated
	AddFramework
	UpdateFramework
	RemoveFramework
	ActivateFramework
	DeactivateFramework
	RequestResources
	SuppressOffers
	ReviveOffers
	UpdateInverseOffer
	UpdateAllocation
	RecoverResources
	UpdateQuota
	UpdateWeights
	UpdateWhitelist
	GetInverseOfferStatuses
	Recover
	Pause
	Resume
	SetPolicy
	SetRanks
	Verbs // how many there are
)

var verbNames = [Verbs]string{
	"Advance", "AddAgent", "UpdateAgent", "RemoveAgent", "ActivateAgent", "DeactivateAgent", "AddResourceProvider",
	"UpdateUnavailability", "UpdateAvailable", "TransitionOfferedToAllocated", "AddFramework", "UpdateFramework",
	"RemoveFramework", "ActivateFramework", "DeactivateFramework", "RequestResources", "SuppressOffers", "ReviveOffers",
	"UpdateInverseOffer", "UpdateAllocation", "RecoverResources", "UpdateQuota", "UpdateWeights", "UpdateWhitelist",
	"GetInverseOfferStatuses", "Recover", "Pause", "Resume", "SetPolicy", "SetRanks",
}

func (v Verb) String() string { return verbNames[v] }

// A Call is a call of an allocator. Agents, frameworks, roles and the kinds of
// resources are numbers in the cast. Which fields count depends on the verb.
type Call struct {
	Verb      Verb
	Allocated bool // RecoverResources: tasks have used it
	Inactive  bool // AddFramework
	Status    core.InverseStatus
	Agent     uint32
	Framework uint32
	Role      uint32
	// For is how far the clock moves, or for how long something is refused.
	For time.Duration
	// Resources are an agent's total, which UpdateAgent leaves alone if there are
	// none, or what is offered, used or given back.
	Resources   []core.Resource
	Conversions []core.Conversion
	// Roles are those that a framework suppresses or revives; all if there are none.
	Roles []uint32

	AgentInfo     *AgentInfo     // AddAgent, UpdateAgent
	FrameworkInfo *FrameworkInfo // AddFramework, UpdateFramework
	Used          []Usage        // AddAgent, AddResourceProvider, AddFramework
	Maintenance   *core.Unavailability
	Quotas        []Quota     // UpdateQuota (one), Recover
	Weights       []Weight    // UpdateWeights
	Policy        core.Policy // SetPolicy, for Role; None is the whole tree
	Of            core.Ordered
	RoleRanks     []Rank   // SetRanks
	Ranks         []Rank   // SetRanks, of frameworks
	Hosts         []uint32 // UpdateWhitelist; nil is everyone
	Expected      int      // Recover: agents
}

// An AgentInfo is what a call says of an agent besides its total. It is never
// changed once it is made.
type AgentInfo struct {
	Host         uint32
	Region       string
	Rack         uint8             // number of the agent's attributes in the cast
	Capabilities core.Capabilities // UpdateAgent: 0 leaves them alone
}

// Racks are how many attributes agents are drawn with: none, or one of a few racks.
const Racks = 4

// A FrameworkInfo is what a framework says of itself. It is never changed once
// it is made.
type FrameworkInfo struct {
	Capabilities  core.Capabilities
	Subscriptions []Subscription
}

// A Subscription is a role that a framework is in.
type Subscription struct {
	Role       uint32
	Suppressed bool
	// OwnMinima says whether Minima take the place of the allocator's.
	OwnMinima bool
	Minima    [][]core.Quantity
	// Racks has a bit for each Rack that the framework's offer constraints let pass.
	Racks uint64
	// Absent: the framework suppresses the role and is not in it, which is refused.
	Absent bool
}

// AllRacks is the Racks of who has no constraints.
const AllRacks = ^uint64(0)

// Usage is what is used on an agent: Holder is the framework where the call is
// about an agent, and the agent where it is about a framework.
type Usage struct {
	Holder    uint32
	Role      uint32
	Resources []core.Resource
}

// A Quota is that of a role.
type Quota struct {
	Role uint32
	core.Quota
}

// A Rank is that of a role, or of a framework.
type Rank struct {
	Of   uint32
	Rank float64
}

// A Weight is that of a role.
type Weight struct {
	Role   uint32
	Weight float64
}
