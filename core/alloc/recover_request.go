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
