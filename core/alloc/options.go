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
	// OrderPack puts the fullest agent first, so that others become empty. Its fullness is
	// the largest part of a scalar resource that is not free.
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
	// Policies of one's own may be chosen like those of this package. A snapshot has their names
	// alone: Restore is given them, too.
	Policies []policy.Definition `json:"-"`
	// RolePolicies are for parts of the tree; SetPolicy changes them. A policy waits for a
	// role that is not known yet. One for the whole tree replaces RoleSorter and
	// FrameworkSorter. The last one for the same part holds.
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
	// StrictUse refuses what a host of one's own says by mistake, and a Mesos master may say
	// on purpose: that tasks use what they use already, that what they use was merely
	// offered, and that what was merely offered to a framework that is gone is recovered.
	// See TransitionOfferedToAllocated and RecoverResources.
	StrictUse bool
	// What is lent (SetLending) and recalled is due after LendingGrace, and not before it has been
	// lent for LendingLeast. Both are at most MaxGrace.
	LendingGrace, LendingLeast time.Duration

	test tested.Options
}

func init() { tested.Register(func(o *Options) *tested.Options { return &o.test }) }

// NoWait as RecoveryTimeout ends the wait at once, and as AgentRecoveryFactor makes Recover
// wait for no agent.
const NoWait = -1
