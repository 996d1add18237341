package driver

import "github.com/apportion/apportion/core"

// Target is the allocator that a Driver drives: core.Allocator, or another
// way to reach one, such as through the C library. The methods are those of
// core.Allocator.
type Target interface {
	Role(path string) (core.RoleID, error)
	RoleName(core.RoleID) (string, error)
	Kind(core.Kind) (core.KindID, error)
	DescribeKind(core.KindID) (core.Kind, error)
	Item(name string) (uint64, error)
	ItemName(uint64) (string, error)
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

	AddFramework(core.FrameworkInfo, bool, []core.AgentUsage) (core.FrameworkID, error)
	UpdateFramework(core.FrameworkID, core.FrameworkInfo) error
	RemoveFramework(core.FrameworkID) error
	ActivateFramework(core.FrameworkID) error
	DeactivateFramework(core.FrameworkID) error
	SuppressOffers(core.FrameworkID, []core.RoleID) error
	ReviveOffers(core.FrameworkID, []core.RoleID) error
	RequestResources(core.FrameworkID) error
	ExcludeAgents(core.FrameworkID, core.RoleID, []core.AgentID) error
	ExcludeAgent(core.FrameworkID, core.RoleID, core.AgentID, bool) error

	UpdateAllocation(core.FrameworkID, core.AgentID, core.RoleID, []core.Resource, []core.Conversion) error
	UpdateAvailable(core.AgentID, []core.Conversion) error
	TransitionOfferedToAllocated(core.AgentID, core.RoleID, []core.Resource) error
	RecoverResources(now int64, framework core.FrameworkID, agent core.AgentID, role core.RoleID, resources []core.Resource, refuseNanos int64, allocated bool) error

	UpdateUnavailability(core.AgentID, *core.Unavailability) error
	UpdateInverseOffer(now int64, agent core.AgentID, framework core.FrameworkID, status core.InverseStatus, refuseNanos int64) error
	InverseOfferStatuses([]core.InverseOfferStatus, []core.AgentID) ([]core.InverseOfferStatus, []core.AgentID)

	SetQuota(core.RoleID, core.Quota) error
	SetWeights([]core.RoleWeight) error
	Recover(now int64, expectedAgents int, quotas []core.RoleQuota) error
	Pause()
	Resume()
	Advance(now int64)
	Pending() bool
	Allocate(now int64, out *core.Cycle)
}

// Open creates the allocator that a history's initialize asks for.
type Open func(core.Options) (Target, error)

// OpenCore opens the core itself.
func OpenCore(options core.Options) (Target, error) { return core.New(options) }
