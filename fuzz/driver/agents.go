package driver

import (
	"cmp"
	"maps"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

func (d *Driver) addAgent(o *history.AddAgent) error {
	total, err := d.resources(o.Total)
	if err != nil {
		return err
	}
	used, err := d.usedByFrameworks(o.Used)
	if err != nil {
		return err
	}
	id, err := d.allocator.AddAgent(core.AgentInfo{
		ID:             o.Agent,
		Hostname:       o.Hostname,
		Region:         region(o.Domain),
		Capabilities:   agentCapabilities(o.Capabilities),
		Total:          total,
		Used:           used,
		Unavailability: Unavailability(o.Unavailability),
	})
	if err != nil {
		return err
	}
	d.attributes[o.Agent] = o.Attributes
	return d.constrainAgent(o.Agent, id)
}

func (d *Driver) updateAgent(o *history.UpdateAgent) error {
	hostname, region := o.Hostname, region(o.Domain)
	update := core.AgentUpdate{
		Hostname:          &hostname,
		Region:            &region,
		AttributesChanged: !maps.Equal(d.attributes[o.Agent], o.Attributes),
	}
	if o.Capabilities != nil {
		c := agentCapabilities(o.Capabilities)
		update.Capabilities = &c
	}
	if o.Total != nil {
		total, err := d.resources(o.Total)
		if err != nil {
			return err
		}
		update.Total = &total
	}
	id := d.agent(o.Agent)
	if err := d.allocator.UpdateAgent(id, update); err != nil {
		return err
	}
	d.attributes[o.Agent] = o.Attributes
	return d.constrainAgent(o.Agent, id)
}

func (d *Driver) addResourceProvider(o *history.AddResourceProvider) error {
	total, err := d.resources(o.Total)
	if err != nil {
		return err
	}
	used, err := d.usedByFrameworks(o.Used)
	if err != nil {
		return err
	}
	return d.allocator.AddResourceProvider(d.agent(o.Agent), total, used)
}

// usedByFrameworks has the framework that is named last come first: to Mesos,
// the list is a hash map, and so do the few entries come out of it.
func (d *Driver) usedByFrameworks(list []history.Used) ([]core.Usage, error) {
	var out []core.Usage
	var holders []string // by first appearance
	for _, u := range list {
		if !slices.Contains(holders, u.Holder) {
			holders = append(holders, u.Holder)
		}
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(x, y history.Used) int {
		return cmp.Compare(slices.Index(holders, y.Holder), slices.Index(holders, x.Holder))
	})
	for _, u := range list {
		role, resources, err := d.roleAnd(u.Role, u.Resources)
		if err != nil {
			return nil, err
		}
		out = append(out, core.Usage{Framework: u.Holder, Role: role, Resources: resources})
	}
	return out, nil
}

// agentCapabilities are those of an agent: what a history doesn't name, the agent
// doesn't have.
func agentCapabilities(names []string) core.Capabilities {
	if c := capabilities(names); c != 0 {
		return c
	}
	return core.NoCapabilities
}

func region(d *history.Domain) string {
	if d == nil {
		return ""
	}
	return d.Region
}
