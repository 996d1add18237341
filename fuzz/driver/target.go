package driver

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
)

// Target is the allocator that a Driver drives: core.Allocator, or another
// way to reach one, such as through the C library. The methods are those of
// core.Allocator.
type Target interface {
	calls.Target
	RoleName(core.RoleID) (string, error)
	DescribeKind(core.KindID) (core.Kind, error)
	ItemName(uint64) (string, error)
	FindAgent(id string) (core.AgentID, bool)
	AgentName(core.AgentID) (string, error)
	FindFramework(id string) (core.FrameworkID, bool)
	FrameworkName(core.FrameworkID) (string, error)
	InverseOfferStatuses([]core.InverseOfferStatus, []core.AgentID) ([]core.InverseOfferStatus, []core.AgentID)
	Pending() bool
}

// Open creates the allocator that a history's initialize asks for.
type Open func(core.Options) (Target, error)

// OpenCore opens the core itself.
func OpenCore(options core.Options) (Target, error) { return core.New(options) }
