package tape

import (
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
)

// Verb says what a call does.
type Verb = calls.Op

// InverseOfferStatuses asks for the answers to inverse offers. It is no call that changes
// something.
const InverseOfferStatuses Verb = calls.Ops

// A Call is a call of an allocator. Agents, frameworks, roles and the kinds of resources
// are numbers in the cast.
//
// Most calls are in Value. Of those that introduce an agent or a framework, or say anew
// what it is, the other fields say what its host knows besides. The times that a Value
// names do not count: each call is made now.
type Call struct {
	Verb  Verb
	Value calls.Call
	// Agent, Framework and Role are whom the call is about, None if it is nobody.
	Agent, Framework, Role uint32

	For time.Duration // Advance: how far the clock moves

	AgentInfo     *AgentInfo     // AddAgent, UpdateAgent
	FrameworkInfo *FrameworkInfo // AddFramework, UpdateFramework
	Inactive      bool           // AddFramework
	Maintenance   *core.Unavailability
	// Resources are an agent's total, which UpdateAgent leaves alone if there are none, or
	// a resource provider's.
	Resources []core.Resource
	Used      []Usage // AddAgent, AddResourceProvider, AddFramework
}

// Of is the call that a value says, in numbers of the cast.
func Of(value calls.Call) Call {
	c := Call{Verb: value.Op(), Value: value, Agent: None, Framework: None, Role: None}
	s := value.About()
	if s.Agent != nil {
		c.Agent = uint32(*s.Agent)
	}
	if s.Framework != nil {
		c.Framework = uint32(*s.Framework)
	}
	if s.Role != nil {
		c.Role = uint32(*s.Role)
	}
	return c
}

// An AgentInfo is what a call says of an agent besides its total. It is never
// changed once it is made.
type AgentInfo struct {
	Host         uint32
	Region       string
	Rack         uint16            // number of the agent's attributes in the cast
	Capabilities core.Capabilities // UpdateAgent: 0 leaves them alone
}

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
	// Constraints is the number of the framework's offer constraints in the cast, 0 if it
	// has none.
	Constraints uint32
	// Absent: the framework suppresses the role and is not in it, which is refused.
	Absent bool
}

// Usage is what is used on an agent: Holder is the framework where the call is
// about an agent, and the agent where it is about a framework.
type Usage struct {
	Holder    uint32
	Role      uint32
	Resources []core.Resource
}
