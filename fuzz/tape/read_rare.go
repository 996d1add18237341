package tape

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// readRare reads operations about agents and frameworks.
func (r *reader) readRare(op history.Op, c *Call) {
	switch o := op.(type) {
	case *history.AddAgent:
		c.Verb, c.Agent, c.Resources, c.Used = AddAgent, r.agent(o.Agent), r.resources(o.Total), r.used(o.Used, r.framework)
		c.AgentInfo = &AgentInfo{r.cast.Host(o.Hostname), regionOf(o.Domain), r.cast.rackOf(o.Attributes), capabilitiesFrom(o.Capabilities)}
		if c.AgentInfo.Capabilities == 0 {
			c.AgentInfo.Capabilities = core.NoCapabilities
		}
		c.Maintenance = o.Unavailability.Core()
	case *history.UpdateAgent:
		c.Verb, c.Agent, c.Resources = UpdateAgent, r.agent(o.Agent), r.resources(o.Total)
		c.AgentInfo = &AgentInfo{r.cast.Host(o.Hostname), regionOf(o.Domain), r.cast.rackOf(o.Attributes), capabilitiesFrom(o.Capabilities)}
		if c.AgentInfo.Capabilities == 0 && o.Capabilities != nil {
			c.AgentInfo.Capabilities = core.NoCapabilities
		}
	case *history.RemoveAgent:
		c.Verb, c.Agent = RemoveAgent, r.agent(o.Agent)
	case *history.ActivateAgent:
		c.Verb, c.Agent = ActivateAgent, r.agent(o.Agent)
	case *history.DeactivateAgent:
		c.Verb, c.Agent = DeactivateAgent, r.agent(o.Agent)
	case *history.AddResourceProvider:
		c.Verb, c.Agent, c.Resources, c.Used = AddResourceProvider, r.agent(o.Agent), r.resources(o.Total), r.used(o.Used, r.framework)
	case *history.UpdateUnavailability:
		c.Verb, c.Agent, c.Maintenance = UpdateUnavailability, r.agent(o.Agent), o.Unavailability.Core()
	default:
		r.readFramework(op, c)
	}
}

func (r *reader) readFramework(op history.Op, c *Call) {
	switch o := op.(type) {
	case *history.AddFramework:
		c.Verb, c.Framework, c.Inactive = AddFramework, r.framework(o.Framework), o.Inactive
		c.FrameworkInfo = r.frameworkInfo(&o.FrameworkInfo)
		for _, u := range o.Used { // in the order in which they are named
			c.Used = append(c.Used, Usage{r.agent(u.Holder), r.cast.Role(u.Role), r.resources(u.Resources)})
		}
	case *history.UpdateFramework:
		c.Verb, c.Framework, c.FrameworkInfo = UpdateFramework, r.framework(o.Framework), r.frameworkInfo(&o.FrameworkInfo)
	case *history.RemoveFramework:
		c.Verb, c.Framework = RemoveFramework, r.framework(o.Framework)
	case *history.ActivateFramework:
		c.Verb, c.Framework = ActivateFramework, r.framework(o.Framework)
	case *history.DeactivateFramework:
		c.Verb, c.Framework = DeactivateFramework, r.framework(o.Framework)
	case *history.RequestResources:
		c.Verb, c.Framework = RequestResources, r.framework(o.Framework)
	case *history.SuppressOffers:
		c.Verb, c.Framework, c.Roles = SuppressOffers, r.framework(o.Framework), r.roles(o.Roles)
	case *history.ReviveOffers:
		c.Verb, c.Framework, c.Roles = ReviveOffers, r.framework(o.Framework), r.roles(o.Roles)
	case *history.UpdateInverseOffer:
		c.Verb, c.Framework, c.Agent, c.For = UpdateInverseOffer, r.framework(o.Framework), r.agent(o.Agent), optional(o.RefuseSeconds)
		switch o.Status {
		case history.Accept:
			c.Status = core.Accept
		case history.Decline:
			c.Status = core.Decline
		}
	default:
		r.failed("a tape has no such call")
	}
}

// frameworkInfo leaves out what a framework says of roles that it is not in, but for
// their being suppressed.
func (r *reader) frameworkInfo(i *history.FrameworkInfo) *FrameworkInfo {
	out := &FrameworkInfo{Capabilities: capabilitiesFrom(i.Capabilities)}
	in := map[string]int{}
	for k, path := range i.Roles {
		in[path] = k
		s := Subscription{Role: r.cast.Role(path), Racks: r.cast.racksOf(i.Constraints[path])}
		if lists, ok := i.OfferFilters[path]; ok {
			s.OwnMinima = true
			for _, list := range lists {
				s.Minima = append(s.Minima, quantitiesFrom(list))
			}
		}
		out.Subscriptions = append(out.Subscriptions, s)
	}
	for _, path := range i.Suppressed {
		k, ok := in[path]
		if !ok {
			k = len(out.Subscriptions)
			out.Subscriptions = append(out.Subscriptions, Subscription{Role: r.cast.Role(path), Racks: AllRacks, Absent: true})
		}
		out.Subscriptions[k].Suppressed = true
	}
	return out
}

func regionOf(d *history.Domain) string {
	if d == nil {
		return ""
	}
	return d.Region
}

func capabilitiesFrom(names []string) core.Capabilities {
	var c core.Capabilities
	for _, name := range names {
		for _, x := range capabilityBits {
			if x.name == name {
				c |= x.bit
			}
		}
	}
	return c
}
