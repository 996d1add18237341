package calls

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// The calls of core.Allocator, each with its arguments. A call's number in records is its place in
// this order: put a new call at the end.

// Allocate runs a cycle. Its record has the cycle's outcome as its result.
type Allocate struct{ Now alloc.Time }

// Advance moves the clock.
type Advance struct{ Now alloc.Time }

// RequestAllocation has everything allocated anew.
//
//history:request-allocation
type RequestAllocation struct{}

// Pause stops allocation.
//
//history:pause
type Pause struct{}

// Resume lets allocation go on.
//
//history:resume
type Resume struct{}

// RunTook says how long a cycle took. It is told to hooks.RunTook.
type RunTook struct{ Took time.Duration }

// InternRole asks for a role's number.
type InternRole struct{ Path string }

// InternKind asks for a kind's number.
type InternKind alloc.Kind

// InternItem asks for the number of an item of sets.
type InternItem struct{ Name string }

// ReleaseRoles gives numbers of roles up.
type ReleaseRoles struct{ Roles []alloc.RoleID }

// ReleaseKinds gives numbers of kinds up.
type ReleaseKinds struct{ Kinds []alloc.KindID }

// ReleaseItems gives numbers of items up.
type ReleaseItems struct{ Items []alloc.SetItemID }

// AddAgent introduces an agent, and what frameworks hold on it already.
type AddAgent alloc.AgentInfo

// UpdateAgent changes what is known of an agent.
type UpdateAgent struct {
	Agent  alloc.AgentID
	Update alloc.AgentUpdate
}

// RemoveAgent forgets an agent.
//
//history:remove-agent
type RemoveAgent struct{ Agent alloc.AgentID }

// ActivateAgent lets an agent's resources be offered again.
//
//history:activate-agent
type ActivateAgent struct{ Agent alloc.AgentID }

// DeactivateAgent keeps an agent's resources from being offered.
//
//history:deactivate-agent
type DeactivateAgent struct{ Agent alloc.AgentID }

// AddResourceProvider adds resources to an agent, and what frameworks hold of them
// already.
//
//history:provider
type AddResourceProvider struct {
	Agent alloc.AgentID
	Total []alloc.Resource
	Used  []alloc.Usage
}

// UpdateUnavailability schedules the maintenance of an agent; nil cancels it.
//
//history:unavailability
type UpdateUnavailability struct {
	Agent          alloc.AgentID
	Unavailability *alloc.Unavailability
}

// UpdateInverseOffer is a framework's answer to an inverse offer.
type UpdateInverseOffer alloc.InverseOfferUpdate

// SetWhitelist limits offers to agents on these hosts; nil lifts the limit.
//
//history:whitelist update_whitelist
type SetWhitelist struct{ Hosts []string }

// AddFramework introduces a framework, and what it holds already on agents.
type AddFramework alloc.FrameworkInfo

// UpdateFramework changes what is known of a framework.
type UpdateFramework struct {
	Framework alloc.FrameworkID
	Update    alloc.FrameworkUpdate
}

// RemoveFramework forgets a framework.
//
//history:remove-framework
type RemoveFramework struct{ Framework alloc.FrameworkID }

// ActivateFramework lets a framework have offers again.
//
//history:activate-framework
type ActivateFramework struct{ Framework alloc.FrameworkID }

// DeactivateFramework keeps offers from a framework.
//
//history:deactivate-framework
type DeactivateFramework struct{ Framework alloc.FrameworkID }

// RequestResources is a wish that Mesos's allocator ignores.
//
//history:request
type RequestResources struct{ Framework alloc.FrameworkID }

// SuppressOffers keeps offers from roles of a framework, from all if none is named.
//
//history:suppress
type SuppressOffers struct {
	Framework alloc.FrameworkID
	Roles     []alloc.RoleID
}

// ReviveOffers forgets the refusals of roles of a framework, of all if none is named,
// and lets them have offers again.
//
//history:revive
type ReviveOffers struct {
	Framework alloc.FrameworkID
	Roles     []alloc.RoleID
}

// ExcludeAgents keeps these agents, and no others, from a framework in a role.
//
//history:exclude-agents
type ExcludeAgents struct {
	Framework alloc.FrameworkID
	Role      alloc.RoleID
	Agents    []alloc.AgentID
}

// ExcludeAgent keeps one agent more from a framework in a role, or no longer does.
type ExcludeAgent struct {
	Framework alloc.FrameworkID
	Role      alloc.RoleID
	Agent     alloc.AgentID
	Excluded  bool
}

// RecoverResources gives back resources that were offered or allocated.
//
//history:recover
type RecoverResources alloc.RecoverRequest

// UpdateAllocation converts resources that were offered to a framework.
type UpdateAllocation alloc.AllocationUpdate

// UpdateAvailable converts resources of an agent that nobody holds.
type UpdateAvailable struct {
	Agent       alloc.AgentID
	Conversions []alloc.Conversion
}

// TransitionOfferedToAllocated tells that offered resources are in use now.
//
//history:allocate
type TransitionOfferedToAllocated struct {
	Agent     alloc.AgentID
	Role      alloc.RoleID
	Resources []alloc.Resource
}

// SetQuota sets the quota of a role.
//
//history:quota update_quota
type SetQuota struct {
	Role  alloc.RoleID
	Quota alloc.Quota
}

// SetWeights sets the weights of roles.
//
//history:weights update_weights
type SetWeights struct {
	Weights []alloc.RoleWeight `key:""`
}

// SetRanks sets the ranks of roles and frameworks; those not named keep theirs.
//
//history:ranks
type SetRanks struct {
	Roles      []alloc.RoleRank      `key:"roles,kept" as:"rank"`
	Frameworks []alloc.FrameworkRank `key:"frameworks,kept" as:"rank"`
}

// SetPolicy sets the policy of all that is below a role.
//
//history:policy
type SetPolicy struct {
	Role   alloc.RoleID `key:"role" call:"-"`
	Of     alloc.PolicyScope
	Policy alloc.Policy
}

// Recover tells a new allocator what it was before a failover of the master.
//
//history:recovery
type Recover struct {
	Now            alloc.Time
	ExpectedAgents int
	Quotas         []alloc.RoleQuota
}

// SetLending sets what a role lends, and how much is recalled for it at a time.
//
//history:lend
type SetLending alloc.Lending

// SetResourceWeights sets how much resources count in shares.
//
//history:resource-weights
type SetResourceWeights struct {
	Weights []alloc.ResourceWeight `key:""`
}

// SetBorrowing bounds how much frameworks in a role, and below it, may have borrowed of guarantees.
//
//history:borrow
type SetBorrowing alloc.Borrowing

// SetLoanCost says what it would cost if a framework had to give back what is lent to it on an
// agent.
//
//history:loan-cost
type SetLoanCost struct {
	Framework alloc.FrameworkID
	Role      alloc.RoleID
	Agent     alloc.AgentID
	Cost      int64
}
