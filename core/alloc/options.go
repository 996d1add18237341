package alloc

import (
	"fmt"
	"slices"
	"time"

	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/sorter/policy"
)

// AgentOrder is the order in which a cycle goes through the agents.
type AgentOrder uint8

const (
	// OrderRandom shuffles the agents before each stage, as Mesos does, from
	// Options.Seed.
	OrderRandom AgentOrder = iota
	// OrderByID goes by ascending agent id.
	OrderByID
	// OrderPack puts the fullest agent first, so that others become empty. An agent's fullness is
	// the largest part of one of its scalar resources that is not free.
	OrderPack
	// OrderSpread goes the other way round, the emptiest first.
	OrderSpread
)

var agentOrders = []string{"random", "id", "pack", "spread"}

// String returns the order's name: "random", "id", "pack", "spread".
func (o AgentOrder) String() string { return enumText(o, agentOrders...) }

// ParseAgentOrder returns the order of that name. An error lists those that there are.
//
// Errors: CodeInvalid.
func ParseAgentOrder(name string) (AgentOrder, error) {
	if i := slices.Index(agentOrders, name); i >= 0 {
		return AgentOrder(i), nil
	}
	return 0, &Error{Code: CodeInvalid, Text: fmt.Sprintf("no such order of agents: %q is none of %v", name, agentOrders)}
}

// Options of an allocator. The zero value is Mesos's defaults, but for a
// periodic allocation, which needs an interval.
type Options struct {
	// Interval between periodic allocations, also the shortest life of an offer
	// filter. 0: the host alone asks for allocations.
	Interval time.Duration
	// Start is the time of creation, on the host's clock, at most LastTime.
	Start Time
	// RoleSorter and FrameworkSorter order the roles and a role's frameworks. The
	// empty policy is DRF.
	RoleSorter, FrameworkSorter Policy
	// Policies are policies of the host's own, which may then be chosen like the built-in ones. A
	// snapshot has only their names: pass the policies to Restore as well.
	Policies []policy.Definition `json:"-"`
	// RolePolicies are for parts of the tree; SetPolicy changes them. A policy waits for a role
	// that is not known yet. One for the whole tree replaces RoleSorter and FrameworkSorter. Of
	// several for the same part, the last one holds.
	RolePolicies []RolePolicy
	AgentOrder   AgentOrder
	// Seed of the random orders.
	Seed uint64
	// FairnessExclude names resources that shares leave out.
	FairnessExclude []string
	// MinAllocatable: an offer holds all quantities of at least one of these lists.
	// Empty: anything is offered.
	MinAllocatable [][]Quantity
	// OfferGPUsToAll offers agents with GPUs to frameworks without
	// GPUResources too (Mesos: filter_gpu_resources=false).
	OfferGPUsToAll bool
	// Region of the master; empty when it has no domain.
	Region string
	// RecoveryTimeout and AgentRecoveryFactor bound the wait of Recover. 0 stands for
	// Mesos's defaults, 10 minutes and 0.8, and NoWait for 0. A factor above 1 waits for
	// more agents than there were.
	RecoveryTimeout     time.Duration
	AgentRecoveryFactor float64
	// NestedQuota allows quota on every role of the tree instead of only on
	// top-level roles.
	NestedQuota bool
	// StrictUse refuses three things that a host of one's own may say by mistake, and a Mesos
	// master on purpose: that tasks use what they use already; that what tasks use is recovered as
	// merely offered; and that something merely offered is recovered from a framework that is gone.
	// See TransitionOfferedToAllocated and RecoverResources.
	StrictUse bool
	// A loan (SetLending) that is recalled is due LendingGrace after the recall, and at the
	// earliest LendingLeast after it was lent. Both are at most MaxGrace.
	LendingGrace, LendingLeast time.Duration

	test tested.Options
}

func init() { tested.Register(func(o *Options) *tested.Options { return &o.test }) }

// NoWait as RecoveryTimeout ends the wait at once, and as AgentRecoveryFactor makes Recover
// wait for no agent.
const NoWait = -1
