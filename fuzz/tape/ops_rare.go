package tape

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

func (c *Cast) agentOp(call *Call) history.Op {
	name := c.Agents[call.Agent]
	switch call.Verb {
	case AddAgent:
		i := call.AgentInfo
		return &history.AddAgent{
			Agent: name, Hostname: c.Hosts[i.Host], Capabilities: agentCapabilities(i.Capabilities), Total: c.Resources(call.Resources),
			Used: c.usedOnAgent(call.Used), Unavailability: unavailability(call.Maintenance), Domain: domain(i.Region),
			Attributes: c.Attributes[i.Rack],
		}
	case UpdateAgent:
		i := call.AgentInfo
		o := &history.UpdateAgent{Agent: name, Hostname: c.Hosts[i.Host], Domain: domain(i.Region), Attributes: c.Attributes[i.Rack]}
		if i.Capabilities != 0 {
			o.Capabilities = agentCapabilities(i.Capabilities)
		}
		if call.Resources != nil {
			o.Total = c.Resources(call.Resources)
		}
		return o
	case RemoveAgent:
		return &history.RemoveAgent{Agent: name}
	case ActivateAgent:
		return &history.ActivateAgent{Agent: name}
	case DeactivateAgent:
		return &history.DeactivateAgent{Agent: name}
	case AddResourceProvider:
		return &history.AddResourceProvider{Agent: name, Total: c.Resources(call.Resources), Used: c.usedOnAgent(call.Used)}
	}
	return &history.UpdateUnavailability{Agent: name, Unavailability: unavailability(call.Maintenance)}
}

func (c *Cast) frameworkOp(call *Call) history.Op {
	name := c.Frameworks[call.Framework]
	switch call.Verb {
	case AddFramework:
		return &history.AddFramework{
			Framework: name, FrameworkInfo: c.frameworkInfo(call.FrameworkInfo), Inactive: call.Inactive, Used: c.used(call.Used, c.Agents),
		}
	case UpdateFramework:
		return &history.UpdateFramework{Framework: name, FrameworkInfo: c.frameworkInfo(call.FrameworkInfo)}
	case RemoveFramework:
		return &history.RemoveFramework{Framework: name}
	case ActivateFramework:
		return &history.ActivateFramework{Framework: name}
	case DeactivateFramework:
		return &history.DeactivateFramework{Framework: name}
	case RequestResources:
		return &history.RequestResources{Framework: name}
	case SuppressOffers:
		return &history.SuppressOffers{Framework: name, Roles: c.paths(call.Roles)}
	case ReviveOffers:
		return &history.ReviveOffers{Framework: name, Roles: c.paths(call.Roles)}
	}
	return &history.UpdateInverseOffer{
		Framework: name, Agent: c.Agents[call.Agent], RefuseSeconds: refusal(call.For),
		Status: map[core.InverseStatus]string{core.Accept: history.Accept, core.Decline: history.Decline}[call.Status],
	}
}

func (c *Cast) frameworkInfo(i *FrameworkInfo) history.FrameworkInfo {
	out := history.FrameworkInfo{Capabilities: capabilityNames(i.Capabilities)}
	for _, s := range i.Subscriptions {
		path := c.Roles[s.Role].Path
		if !s.Absent {
			out.Roles = append(out.Roles, path)
		}
		if s.Suppressed {
			out.Suppressed = append(out.Suppressed, path)
		}
		if s.OwnMinima {
			if out.OfferFilters == nil {
				out.OfferFilters = map[string][]history.Quantities{}
			}
			out.OfferFilters[path] = history.DescribeMinima(s.Minima)
		}
		if groups := c.constraints(s.Racks); groups != nil {
			if out.Constraints == nil {
				out.Constraints = map[string][]history.Group{}
			}
			out.Constraints[path] = groups
		}
	}
	return out
}

func (c *Cast) paths(roles []uint32) []string {
	var out []string
	for _, n := range roles {
		out = append(out, c.Roles[n].Path)
	}
	return out
}

func domain(region string) *history.Domain {
	if region == "" {
		return nil
	}
	return &history.Domain{Region: region, Zone: "z1"}
}

func unavailability(u *core.Unavailability) *history.Unavailability {
	if u == nil {
		return nil
	}
	out := &history.Unavailability{StartS: float64(u.Start) / 1e9}
	if u.Duration != 0 {
		s := u.Duration.Seconds()
		out.DurationS = &s
	}
	return out
}

// capabilityBits are all capabilities, as histories name them.
var capabilityBits = []struct {
	name string
	bit  core.Capabilities
}{
	{"MULTI_ROLE", core.MultiRole},
	{"HIERARCHICAL_ROLE", core.HierarchicalRole},
	{"RESERVATION_REFINEMENT", core.ReservationRefinement},
	{"GPU_RESOURCES", core.GPUResources},
	{"REGION_AWARE", core.RegionAware},
	{"REVOCABLE_RESOURCES", core.RevocableResources},
	{"SHARED_RESOURCES", core.SharedResources},
}

func capabilityNames(c core.Capabilities) []string {
	var out []string
	for _, x := range capabilityBits {
		if c&x.bit != 0 {
			out = append(out, x.name)
		}
	}
	return out
}

// agentCapabilities are those of an agent: 0 is a modern one's. A list without any
// is not the same as no list.
func agentCapabilities(c core.Capabilities) []string {
	if c == 0 {
		c = core.ModernAgent
	}
	return append([]string{}, capabilityNames(c)...)
}
