package tape

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
)

// value is a call by the numbers of the cast; nil for those that change nothing.
func (c *Cast) value(call *Call) calls.Call {
	agent, framework := core.AgentID(call.Agent), core.FrameworkID(call.Framework)
	switch call.Verb {
	case calls.OpAddAgent:
		i := call.AgentInfo
		return &calls.AddAgent{
			ID: c.Agents[call.Agent], Hostname: c.Hosts[i.Host], Region: i.Region, Capabilities: i.Capabilities, Total: call.Resources,
			Used: c.usedByFrameworks(call.Used), Unavailability: call.Maintenance,
		}
	case calls.OpUpdateAgent:
		i := call.AgentInfo
		x := &calls.UpdateAgent{Agent: agent, Update: core.AgentUpdate{Hostname: &c.Hosts[i.Host], Region: &i.Region}}
		if i.Capabilities != 0 {
			x.Update.Capabilities = &i.Capabilities
		}
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
			x.Used = append(x.Used, core.AgentUsage{Agent: c.Agents[u.Holder], Role: core.RoleID(u.Role), Resources: u.Resources})
		}
		return &x
	case calls.OpUpdateFramework:
		i := call.FrameworkInfo.value("")
		return &calls.UpdateFramework{Framework: framework, Update: core.FrameworkUpdate{
			Capabilities: &i.Capabilities, Roles: &i.Roles, Suppressed: &i.Suppressed, MinAllocatable: &i.MinAllocatable,
		}}
	}
	return call.Value
}

func (c *Cast) usedByFrameworks(list []Usage) (out []core.Usage) {
	for _, u := range list {
		out = append(out, core.Usage{Framework: c.Frameworks[u.Holder], Role: core.RoleID(u.Role), Resources: u.Resources})
	}
	return out
}

// value is what core knows of a framework.
func (i *FrameworkInfo) value(name string) core.FrameworkInfo {
	out := core.FrameworkInfo{ID: name, Capabilities: i.Capabilities}
	for _, s := range i.Subscriptions {
		role := core.RoleID(s.Role)
		if !s.Absent {
			out.Roles = append(out.Roles, role)
		}
		if s.Suppressed {
			out.Suppressed = append(out.Suppressed, role)
		}
		if s.OwnMinima {
			out.MinAllocatable = append(out.MinAllocatable, core.RoleMinimum{Role: role, Lists: s.Minima})
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
		call.AgentInfo = &AgentInfo{Host: c.Host(*x.Update.Hostname), Region: *x.Update.Region}
		if x.Update.Capabilities != nil {
			call.AgentInfo.Capabilities = *x.Update.Capabilities
		}
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

func (c *Cast) usages(list []core.Usage) (out []Usage) {
	for _, u := range list {
		out = append(out, Usage{c.Framework(u.Framework), uint32(u.Role), u.Resources})
	}
	return out
}

func frameworkInfo(c core.Capabilities, roles, suppressed []core.RoleID, minima []core.RoleMinimum) *FrameworkInfo {
	i := &FrameworkInfo{Capabilities: c}
	at := map[core.RoleID]int{}
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
