package alloc

import "time"

// RecoverRequest is resources of one role on one agent that a framework gives
// back: an offer that was declined, or what tasks no longer use.
type RecoverRequest struct {
	Now       Time
	Framework FrameworkID // 0 when it is gone: then only what is Allocated is accounted
	Agent     AgentID
	Role      RoleID
	Resources []Resource
	// RefuseFor is how long the framework is not offered these resources or fewer on this
	// agent, at least until the next periodic allocation: 0 for no filter, a negative value
	// for DefaultRefuse, at most MaxRefuse.
	RefuseFor time.Duration
	Allocated bool // tasks have used them, as TransitionOfferedToAllocated told
}

// AllocationUpdate is conversions of what a framework was offered on an agent
// in a role.
type AllocationUpdate struct {
	Framework   FrameworkID
	Agent       AgentID
	Role        RoleID
	Offered     []Resource
	Conversions []Conversion
}

// Conversion turns resources into others: reserve, unreserve, create or
// destroy a volume, grow, shrink. Without Consumed it adds copies of shared
// volumes; without Converted it removes resources.
type Conversion struct {
	Consumed  []Resource
	Converted []Resource
	// Exhaust makes the conversion fail if any of Consumed is still there afterwards: a
	// shared volume of which other copies are in use cannot be destroyed.
	Exhaust bool
}
