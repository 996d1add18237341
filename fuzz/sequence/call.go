package sequence

import (
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
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
	Maintenance   *alloc.Unavailability
	// Resources are an agent's total, which UpdateAgent leaves alone if there are none, or
	// a resource provider's.
	Resources []alloc.Resource
	Used      []Usage // AddAgent, AddResourceProvider, AddFramework
}

// Of is the call that a value says, in numbers of the cast.
func Of(value calls.Call) Call {
	s := calls.About(value)
	return Call{Verb: value.Op(), Value: value, Agent: orNone(s.Agent), Framework: orNone(s.Framework), Role: orNone(s.Role)}
}

func orNone[N ~uint32 | ~uint64](n *N) uint32 {
	if n == nil {
		return None
	}
	return uint32(*n)
}

// An AgentInfo is what a call says of an agent besides its total. It is never
// changed once it is made.
type AgentInfo struct {
	Host         uint32
	Region       string
	Rack         uint16              // number of the agent's attributes in the cast
	Capabilities *alloc.Capabilities // nil: a modern agent's; UpdateAgent: leaves them alone

	// What a host tells the core of by InfoChanged alone, if a history says it.
	Zone  string
	Named string // all capabilities by name, those that the core does not know, too
}

// A FrameworkInfo is what a framework says of itself. It is never changed once
// it is made.
type FrameworkInfo struct {
	Capabilities  alloc.Capabilities
	Subscriptions []Subscription
}

// A Subscription is a role that a framework is in.
type Subscription struct {
	Role       uint32
	Suppressed bool
	// OwnMinima says whether Minima take the place of the allocator's.
	OwnMinima bool
	Minima    [][]alloc.Quantity
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
	Resources []alloc.Resource
}

// value is a call by the numbers of the cast; nil for those that change nothing.
func (c *Cast) value(call *Call) calls.Call {
	agent, framework := alloc.AgentID(call.Agent), alloc.FrameworkID(call.Framework)
	switch call.Verb {
	case calls.OpAddAgent:
		i := call.AgentInfo
		return &calls.AddAgent{
			ID: c.Agents[call.Agent], Hostname: c.Hosts[i.Host], Region: i.Region, Capabilities: i.Capabilities, Total: call.Resources,
			Used: c.usedByFrameworks(call.Used), Unavailability: call.Maintenance,
		}
	case calls.OpUpdateAgent:
		i := call.AgentInfo
		x := &calls.UpdateAgent{Agent: agent, Update: alloc.AgentUpdate{Hostname: &c.Hosts[i.Host], Region: &i.Region, Capabilities: i.Capabilities}}
		if call.Resources != nil {
			x.Update.Total = &call.Resources
		}
		return x
	case calls.OpAddResourceProvider:
		return &calls.AddResourceProvider{Agent: agent, Total: call.Resources, Used: c.usedByFrameworks(call.Used)}
	case calls.OpAddFramework:
		x := calls.AddFramework(call.FrameworkInfo.value(c.Frameworks[call.Framework]))
		x.Inactive = call.Inactive
		for _, u := range call.Used {
			x.Used = append(x.Used, alloc.AgentUsage{Agent: c.Agents[u.Holder], Role: alloc.RoleID(u.Role), Resources: u.Resources})
		}
		return &x
	case calls.OpUpdateFramework:
		i := call.FrameworkInfo.value("")
		return &calls.UpdateFramework{Framework: framework, Update: alloc.FrameworkUpdate{
			Capabilities: &i.Capabilities, Roles: &i.Roles, Suppressed: &i.Suppressed, MinAllocatable: &i.MinAllocatable,
		}}
	}
	return call.Value
}

func (c *Cast) usedByFrameworks(list []Usage) (out []alloc.Usage) {
	for _, u := range list {
		out = append(out, alloc.Usage{Framework: c.Frameworks[u.Holder], Role: alloc.RoleID(u.Role), Resources: u.Resources})
	}
	return out
}

// value is what core knows of a framework.
func (i *FrameworkInfo) value(name string) alloc.FrameworkInfo {
	out := alloc.FrameworkInfo{ID: name, Capabilities: i.Capabilities}
	for _, s := range i.Subscriptions {
		role := alloc.RoleID(s.Role)
		if !s.Absent {
			out.Roles = append(out.Roles, role)
		}
		if s.Suppressed {
			out.Suppressed = append(out.Suppressed, role)
		}
		if s.OwnMinima {
			out.MinAllocatable = append(out.MinAllocatable, alloc.RoleMinimum{Role: role, Lists: s.Minima})
		}
	}
	return out
}

// introduced is the call of a value that introduces an agent or a framework, or says anew
// what it is. What its host knows besides is left out.
func (c *Cast) introduced(value calls.Call) Call {
	call := Of(value)
	switch x := value.(type) {
	case *calls.AddAgent:
		call.Agent, call.Resources, call.Used, call.Maintenance = c.Agent(x.ID), x.Total, c.usages(x.Used), x.Unavailability
		call.AgentInfo = &AgentInfo{Host: c.Host(x.Hostname), Region: x.Region, Capabilities: x.Capabilities}
	case *calls.UpdateAgent:
		call.AgentInfo = &AgentInfo{Host: c.Host(*x.Update.Hostname), Region: *x.Update.Region, Capabilities: x.Update.Capabilities}
		if x.Update.Total != nil {
			call.Resources = *x.Update.Total
		}
	case *calls.AddResourceProvider:
		call.Resources, call.Used = x.Total, c.usages(x.Used)
	case *calls.AddFramework:
		call.Framework, call.Inactive = c.Framework(x.ID), x.Inactive
		call.FrameworkInfo = frameworkInfo(x.Capabilities, x.Roles, x.Suppressed, x.MinAllocatable)
		for _, u := range x.Used {
			call.Used = append(call.Used, Usage{c.Agent(u.Agent), uint32(u.Role), u.Resources})
		}
	case *calls.UpdateFramework:
		u := &x.Update
		call.FrameworkInfo = frameworkInfo(*u.Capabilities, *u.Roles, *u.Suppressed, *u.MinAllocatable)
	default:
		return call
	}
	call.Value = nil
	return call
}

func (c *Cast) usages(list []alloc.Usage) (out []Usage) {
	for _, u := range list {
		out = append(out, Usage{c.Framework(u.Framework), uint32(u.Role), u.Resources})
	}
	return out
}

func frameworkInfo(c alloc.Capabilities, roles, suppressed []alloc.RoleID, minima []alloc.RoleMinimum) *FrameworkInfo {
	i := &FrameworkInfo{Capabilities: c}
	at := map[alloc.RoleID]int{}
	for k, role := range roles {
		at[role] = k
		i.Subscriptions = append(i.Subscriptions, Subscription{Role: uint32(role)})
	}
	for _, role := range suppressed {
		k, in := at[role]
		if !in {
			k = len(i.Subscriptions)
			i.Subscriptions = append(i.Subscriptions, Subscription{Role: uint32(role), Absent: true})
		}
		i.Subscriptions[k].Suppressed = true
	}
	for _, m := range minima {
		s := &i.Subscriptions[at[m.Role]]
		s.OwnMinima, s.Minima = true, m.Lists
	}
	return i
}
