package driver

import "github.com/apportion/apportion/core"

// Target is the allocator that a Driver drives: core.Allocator, or another
// way to reach one, such as through the C library. The methods are those of
// core.Allocator.
type Target interface {
	InternRole(path string) (core.RoleID, error)
	RoleName(core.RoleID) (string, error)
	InternKind(core.Kind) (core.KindID, error)
	DescribeKind(core.KindID) (core.Kind, error)
	InternItem(name string) (uint64, error)
	ItemName(uint64) (string, error)
	ReleaseRoles(...core.RoleID) error
	ReleaseKinds(...core.KindID) error
	ReleaseItems(...uint64) error
	FindAgent(id string) (core.AgentID, bool)
	AgentName(core.AgentID) (string, error)
	FindFramework(id string) (core.FrameworkID, bool)
	FrameworkName(core.FrameworkID) (string, error)

	AddAgent(core.AgentInfo) (core.AgentID, error)
	UpdateAgent(core.AgentID, core.AgentUpdate) error
	RemoveAgent(core.AgentID) error
	ActivateAgent(core.AgentID) error
	DeactivateAgent(core.AgentID) error
	AddResourceProvider(core.AgentID, []core.Resource, []core.Usage) error
	SetWhitelist(hosts []string) error

	AddFramework(core.FrameworkInfo) (core.FrameworkID, error)
	UpdateFramework(core.FrameworkID, core.FrameworkUpdate) error
	RemoveFramework(core.FrameworkID) error
	ActivateFramework(core.FrameworkID) error
	DeactivateFramework(core.FrameworkID) error
	SuppressOffers(core.FrameworkID, []core.RoleID) error
	ReviveOffers(core.FrameworkID, []core.RoleID) error
	RequestResources(core.FrameworkID) error
	ExcludeAgents(core.FrameworkID, core.RoleID, []core.AgentID) error
	ExcludeAgent(core.FrameworkID, core.RoleID, core.AgentID, bool) error

	UpdateAllocation(core.AllocationUpdate) error
	UpdateAvailable(core.AgentID, []core.Conversion) error
	TransitionOfferedToAllocated(core.AgentID, core.RoleID, []core.Resource) error
	RecoverResources(core.RecoverRequest) error

	UpdateUnavailability(core.AgentID, *core.Unavailability) error
	UpdateInverseOffer(core.InverseOfferUpdate) error
	InverseOfferStatuses([]core.InverseOfferStatus, []core.AgentID) ([]core.InverseOfferStatus, []core.AgentID)

	SetQuota(core.RoleID, core.Quota) error
	SetWeights([]core.RoleWeight) error
	SetPolicy(core.RoleID, core.Ordered, core.Policy) error
	SetRanks([]core.RoleRank, []core.FrameworkRank) error
	Recover(now core.Time, expectedAgents int, quotas []core.RoleQuota) error
	RequestAllocation()
	Pause()
	Resume()
	Advance(now core.Time)
	Pending() bool
	Allocate(now core.Time, out *core.Cycle)
}

// Open creates the allocator that a history's initialize asks for.
type Open func(core.Options) (Target, error)

// OpenCore opens the core itself.
func OpenCore(options core.Options) (Target, error) { return core.New(options) }
