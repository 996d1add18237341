package calls

import (
	"time"

	"github.com/apportion/apportion/core"
)

// The calls of core.Allocator, each with its arguments. Their order says which number
// a record has of each: a new call is put at the end.

// Allocate runs a cycle. Its record has the cycle's outcome as its result.
type Allocate struct{ Now core.Time }

// Advance moves the clock.
type Advance struct{ Now core.Time }

// RequestAllocation has everything allocated anew.
type RequestAllocation struct{}

// Pause stops allocation.
type Pause struct{}

// Resume lets allocation go on.
type Resume struct{}

// RunTook says how long a cycle took.
type RunTook struct{ Took time.Duration }

// InternRole asks for a role's number.
type InternRole struct{ Path string }

// InternKind asks for a kind's number.
type InternKind core.Kind

// InternItem asks for the number of an item of sets.
type InternItem struct{ Name string }

// ReleaseRoles gives numbers of roles up.
type ReleaseRoles struct{ Roles []core.RoleID }

// ReleaseKinds gives numbers of kinds up.
type ReleaseKinds struct{ Kinds []core.KindID }

// ReleaseItems gives numbers of items up.
type ReleaseItems struct{ Items []uint64 }

// AddAgent introduces an agent, and what frameworks hold on it already.
type AddAgent core.AgentInfo

// UpdateAgent changes what is known of an agent.
type UpdateAgent struct {
	Agent  core.AgentID
	Update core.AgentUpdate
}

// RemoveAgent forgets an agent.
type RemoveAgent struct{ Agent core.AgentID }

// ActivateAgent lets an agent's resources be offered again.
type ActivateAgent struct{ Agent core.AgentID }

// DeactivateAgent keeps an agent's resources from being offered.
type DeactivateAgent struct{ Agent core.AgentID }

// AddResourceProvider adds resources to an agent, and what frameworks hold of them
// already.
type AddResourceProvider struct {
	Agent core.AgentID
	Total []core.Resource
	Used  []core.Usage
}

// UpdateUnavailability schedules the maintenance of an agent; nil cancels it.
type UpdateUnavailability struct {
	Agent          core.AgentID
	Unavailability *core.Unavailability
}

// UpdateInverseOffer is a framework's answer to an inverse offer.
type UpdateInverseOffer core.InverseOfferUpdate

// SetWhitelist limits offers to agents on these hosts; nil lifts the limit.
type SetWhitelist struct{ Hosts []string }

// AddFramework introduces a framework, and what it holds already on agents.
type AddFramework core.FrameworkInfo

// UpdateFramework changes what is known of a framework.
type UpdateFramework struct {
	Framework core.FrameworkID
	Update    core.FrameworkUpdate
}

// RemoveFramework forgets a framework.
type RemoveFramework struct{ Framework core.FrameworkID }

// ActivateFramework lets a framework have offers again.
type ActivateFramework struct{ Framework core.FrameworkID }

// DeactivateFramework keeps offers from a framework.
type DeactivateFramework struct{ Framework core.FrameworkID }

// RequestResources is a wish that Mesos's allocator ignores.
type RequestResources struct{ Framework core.FrameworkID }

// SuppressOffers keeps offers from roles of a framework, from all if none is named.
type SuppressOffers struct {
	Framework core.FrameworkID
	Roles     []core.RoleID
}

// ReviveOffers forgets the refusals of roles of a framework, of all if none is named,
// and lets them have offers again.
type ReviveOffers struct {
	Framework core.FrameworkID
	Roles     []core.RoleID
}

// ExcludeAgents keeps these agents, and no others, from a framework in a role.
type ExcludeAgents struct {
	Framework core.FrameworkID
	Role      core.RoleID
	Agents    []core.AgentID
}

// ExcludeAgent keeps one agent more from a framework in a role, or no longer does.
type ExcludeAgent struct {
	Framework core.FrameworkID
	Role      core.RoleID
	Agent     core.AgentID
	Excluded  bool
}

// RecoverResources gives back resources that were offered or allocated.
//
//call:fixed
type RecoverResources core.RecoverRequest

// UpdateAllocation converts resources that were offered to a framework.
type UpdateAllocation core.AllocationUpdate

// UpdateAvailable converts resources of an agent that nobody holds.
type UpdateAvailable struct {
	Agent       core.AgentID
	Conversions []core.Conversion
}

// TransitionOfferedToAllocated tells that offered resources are in use now.
//
//call:fixed
type TransitionOfferedToAllocated struct {
	Agent     core.AgentID
	Role      core.RoleID
	Resources []core.Resource
}

// SetQuota sets the quota of a role.
type SetQuota struct {
	Role  core.RoleID
	Quota core.Quota
}

// SetWeights sets the weights of roles.
type SetWeights struct{ Weights []core.RoleWeight }

// SetRanks sets the ranks of roles and frameworks; those not named keep theirs.
type SetRanks struct {
	Roles      []core.RoleRank
	Frameworks []core.FrameworkRank
}

// SetPolicy sets the policy of all that is below a role.
type SetPolicy struct {
	Role   core.RoleID
	Of     core.Ordered
	Policy core.Policy
}

// Recover tells a new allocator what it was before a failover of the master.
type Recover struct {
	Now            core.Time
	ExpectedAgents int
	Quotas         []core.RoleQuota
}

// SetLending sets what a role lends.
type SetLending core.Lending
