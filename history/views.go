package history

import (
	"fmt"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
)

// Numbers find, or give, the numbers of what a history names. core.Allocator has them.
type Numbers interface {
	InternRole(path string) (core.RoleID, error)
	InternKind(core.Kind) (core.KindID, error)
	InternItem(name string) (uint64, error)
	FindAgent(id string) (core.AgentID, bool)
	FindFramework(id string) (core.FrameworkID, bool)
}

// Names tell what numbers stand for. core.Allocator has them.
type Names interface {
	Kinds
	RoleName(core.RoleID) (string, error)
	AgentName(core.AgentID) (string, error)
	FrameworkName(core.FrameworkID) (string, error)
}

// ByNumber is the call that an operation stands for, at a time. Who is not known has the
// handle 0.
func ByNumber(op Op, a Numbers, now core.Time) (calls.Call, error) {
	of, ok := numberViews[op.Name()]
	if !ok {
		return nil, fmt.Errorf("%s: unknown operation", op.Name())
	}
	v := &view{numbers: a, now: now}
	return of(v, op), v.err
}

// ByName is the operation that stands for a call, or nil if a history has no word for it.
func ByName(c calls.Call, a Names) (Op, error) {
	of, ok := nameViews[c.Op()]
	if !ok {
		return nil, nil
	}
	v := &view{names: a}
	return of(v, c), v.err
}

var (
	numberViews = map[string]func(*view, Op) calls.Call{} // by the operation's name
	nameViews   = map[calls.Op]func(*view, calls.Call) Op{}
)

// viewed says how an operation and a call that stand for each other are told from one
// another: both fills the one that is empty.
func viewed[O, C any, PO interface {
	*O
	Op
}, PC interface {
	*C
	calls.Call
}](both func(v *view, o *O, c *C)) {
	numberViews[PO(new(O)).Name()] = func(v *view, op Op) calls.Call {
		c := new(C)
		both(v, op.(PO), c)
		return PC(c)
	}
	nameViews[PC(new(C)).Op()] = func(v *view, call calls.Call) Op {
		o := new(O)
		both(v, o, call.(PC))
		return PO(o)
	}
}

func init() {
	viewed(func(*view, *RequestAllocation, *calls.RequestAllocation) {})
	viewed(func(*view, *Pause, *calls.Pause) {})
	viewed(func(*view, *Resume, *calls.Resume) {})
	viewed(func(v *view, o *UpdateWhitelist, c *calls.SetWhitelist) { same(v, &o.Hosts, &c.Hosts) })
	viewed(func(v *view, o *UpdateQuota, c *calls.SetQuota) {
		v.role(&o.Role, &c.Role)
		v.quota(&o.Quota, &c.Quota)
	})
	viewed(func(v *view, o *UpdateWeights, c *calls.SetWeights) {
		byName(v, &o.Weights, &c.Weights, func(name *string, weight *float64, x *core.RoleWeight) {
			v.role(name, &x.Role)
			same(v, weight, &x.Weight)
		})
	})
	viewed(func(v *view, o *SetRanks, c *calls.SetRanks) {
		byName(v, &o.Roles, &c.Roles, func(name *string, rank *float64, x *core.RoleRank) {
			v.role(name, &x.Role)
			same(v, rank, &x.Rank)
		})
		byName(v, &o.Frameworks, &c.Frameworks, func(name *string, rank *float64, x *core.FrameworkRank) {
			v.framework(name, &x.Framework)
			same(v, rank, &x.Rank)
		})
	})
	viewed(func(v *view, o *SetPolicy, c *calls.SetPolicy) {
		v.roleOrAll(&o.Role, &c.Role)
		v.ordered(&o.Of, &c.Of)
		v.policy(&o.Policy, &c.Policy)
	})
	viewed(func(v *view, o *Recover, c *calls.Recover) {
		v.time(&c.Now)
		same(v, &o.ExpectedAgents, &c.ExpectedAgents)
		byName(v, &o.Quotas, &c.Quotas, func(name *string, q *Quota, x *core.RoleQuota) {
			v.role(name, &x.Role)
			v.quota(q, &x.Quota)
		})
	})
	viewAgents()
	viewFrameworks()
	viewResources()
}

func viewAgents() {
	viewed(func(v *view, o *AddAgent, c *calls.AddAgent) {
		same(v, &o.Agent, &c.ID)
		same(v, &o.Hostname, &c.Hostname)
		v.region(&o.Domain, &c.Region)
		v.agentCapabilities(&o.Capabilities, &c.Capabilities)
		v.resources(&o.Total, &c.Total)
		v.usedByFrameworks(&o.Used, &c.Used)
		v.unavailability(&o.Unavailability, &c.Unavailability)
	})
	viewed(func(v *view, o *UpdateAgent, c *calls.UpdateAgent) {
		v.agent(&o.Agent, &c.Agent)
		v.agentUpdate(o, &c.Update)
	})
	viewed(func(v *view, o *RemoveAgent, c *calls.RemoveAgent) { v.agent(&o.Agent, &c.Agent) })
	viewed(func(v *view, o *ActivateAgent, c *calls.ActivateAgent) { v.agent(&o.Agent, &c.Agent) })
	viewed(func(v *view, o *DeactivateAgent, c *calls.DeactivateAgent) { v.agent(&o.Agent, &c.Agent) })
	viewed(func(v *view, o *AddResourceProvider, c *calls.AddResourceProvider) {
		v.agent(&o.Agent, &c.Agent)
		v.resources(&o.Total, &c.Total)
		v.usedByFrameworks(&o.Used, &c.Used)
	})
	viewed(func(v *view, o *UpdateUnavailability, c *calls.UpdateUnavailability) {
		v.agent(&o.Agent, &c.Agent)
		v.unavailability(&o.Unavailability, &c.Unavailability)
	})
	viewed(func(v *view, o *UpdateInverseOffer, c *calls.UpdateInverseOffer) {
		v.time(&c.Now)
		v.framework(&o.Framework, &c.Framework)
		v.agent(&o.Agent, &c.Agent)
		v.status(&o.Status, &c.Status)
		v.refusal(&o.RefuseSeconds, &c.RefuseFor)
	})
}

func viewFrameworks() {
	viewed(func(v *view, o *AddFramework, c *calls.AddFramework) {
		same(v, &o.Framework, &c.ID)
		v.frameworkInfo(&o.FrameworkInfo, (*core.FrameworkInfo)(c))
		same(v, &o.Inactive, &c.Inactive)
		v.usedOnAgents(&o.Used, &c.Used)
	})
	viewed(func(v *view, o *UpdateFramework, c *calls.UpdateFramework) {
		v.framework(&o.Framework, &c.Framework)
		v.frameworkUpdate(&o.FrameworkInfo, &c.Update)
	})
	viewed(func(v *view, o *RemoveFramework, c *calls.RemoveFramework) { v.framework(&o.Framework, &c.Framework) })
	viewed(func(v *view, o *ActivateFramework, c *calls.ActivateFramework) {
		v.framework(&o.Framework, &c.Framework)
	})
	viewed(func(v *view, o *DeactivateFramework, c *calls.DeactivateFramework) {
		v.framework(&o.Framework, &c.Framework)
	})
	viewed(func(v *view, o *RequestResources, c *calls.RequestResources) { v.framework(&o.Framework, &c.Framework) })
	viewed(func(v *view, o *SuppressOffers, c *calls.SuppressOffers) {
		v.framework(&o.Framework, &c.Framework)
		v.roles(&o.Roles, &c.Roles)
	})
	viewed(func(v *view, o *ReviveOffers, c *calls.ReviveOffers) {
		v.framework(&o.Framework, &c.Framework)
		v.roles(&o.Roles, &c.Roles)
	})
	viewed(func(v *view, o *ExcludeAgents, c *calls.ExcludeAgents) {
		v.framework(&o.Framework, &c.Framework)
		v.role(&o.Role, &c.Role)
		each(v, &o.Agents, &c.Agents, v.agent)
	})
	viewed(func(v *view, o *ExcludeAgent, c *calls.ExcludeAgent) {
		v.framework(&o.Framework, &c.Framework)
		v.role(&o.Role, &c.Role)
		v.agent(&o.Agent, &c.Agent)
		if v.toNumbers() {
			c.Excluded = !o.Included
		} else {
			o.Included = !c.Excluded
		}
	})
}

func viewResources() {
	viewed(func(v *view, o *RecoverResources, c *calls.RecoverResources) {
		v.time(&c.Now)
		v.framework(&o.Framework, &c.Framework)
		v.agent(&o.Agent, &c.Agent)
		v.role(&o.Role, &c.Role)
		v.resources(&o.Resources, &c.Resources)
		v.refusal(&o.RefuseSeconds, &c.RefuseFor)
		same(v, &o.Allocated, &c.Allocated)
	})
	viewed(func(v *view, o *UpdateAllocation, c *calls.UpdateAllocation) {
		v.framework(&o.Framework, &c.Framework)
		v.agent(&o.Agent, &c.Agent)
		v.role(&o.Role, &c.Role)
		v.resources(&o.Resources, &c.Offered)
		v.conversions(&o.Conversions, &c.Conversions)
	})
	viewed(func(v *view, o *UpdateAvailable, c *calls.UpdateAvailable) {
		v.agent(&o.Agent, &c.Agent)
		v.conversions(&o.Conversions, &c.Conversions)
		v.operations(o, c.Conversions)
	})
	viewed(func(v *view, o *TransitionOfferedToAllocated, c *calls.TransitionOfferedToAllocated) {
		v.agent(&o.Agent, &c.Agent)
		v.role(&o.Role, &c.Role)
		v.resources(&o.Resources, &c.Resources)
	})
}
