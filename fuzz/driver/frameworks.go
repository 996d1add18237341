package driver

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

func (d *Driver) addFramework(o *history.AddFramework) error {
	info, err := d.frameworkInfo(o.Framework, &o.FrameworkInfo)
	if err != nil {
		return err
	}
	info.Inactive = o.Inactive
	for _, u := range o.Used {
		role, resources, err := d.roleAnd(u.Role, u.Resources)
		if err != nil {
			return err
		}
		info.Used = append(info.Used, core.AgentUsage{Agent: u.Holder, Role: role, Resources: resources})
	}
	id, err := d.allocator.AddFramework(info)
	if err != nil {
		return err
	}
	d.constraints[o.Framework] = constraintsOf(&o.FrameworkInfo)
	return d.constrainFramework(o.Framework, id, &o.FrameworkInfo)
}

// updateFramework replaces all that the framework says of itself.
func (d *Driver) updateFramework(o *history.UpdateFramework) error {
	info, err := d.frameworkInfo(o.Framework, &o.FrameworkInfo)
	if err != nil {
		return err
	}
	id := d.framework(o.Framework)
	if err := d.allocator.UpdateFramework(id, core.FrameworkUpdate{
		Capabilities:   &info.Capabilities,
		Roles:          &info.Roles,
		Suppressed:     &info.Suppressed,
		MinAllocatable: &info.MinAllocatable,
	}); err != nil {
		return err
	}
	d.constraints[o.Framework] = constraintsOf(&o.FrameworkInfo)
	return d.constrainFramework(o.Framework, id, &o.FrameworkInfo)
}

func (d *Driver) frameworkInfo(name string, i *history.FrameworkInfo) (core.FrameworkInfo, error) {
	roles, err := d.roles(i.Roles)
	if err != nil {
		return core.FrameworkInfo{}, err
	}
	suppressed, err := d.roles(i.Suppressed)
	if err != nil {
		return core.FrameworkInfo{}, err
	}
	info := core.FrameworkInfo{
		ID:           name,
		Capabilities: capabilities(i.Capabilities),
		Roles:        roles,
		Suppressed:   suppressed,
	}
	for k, name := range i.Roles {
		if minima, ok := i.OfferFilters[name]; ok {
			info.MinAllocatable = append(info.MinAllocatable, core.RoleMinimum{Role: roles[k], Lists: lists(minima)})
		}
	}
	return info, nil
}

// constraintsOf are a framework's offer constraints by role. Those for roles that it is
// not subscribed to have no effect.
func constraintsOf(i *history.FrameworkInfo) map[string][]history.Group {
	constraints := map[string][]history.Group{}
	for _, role := range i.Roles {
		if groups, ok := i.Constraints[role]; ok {
			constraints[role] = groups
		}
	}
	return constraints
}

// constrainFramework tells the core which agents a framework's offer
// constraints exclude.
func (d *Driver) constrainFramework(framework string, id core.FrameworkID, i *history.FrameworkInfo) error {
	for _, name := range i.Roles {
		if slices.Contains(d.excluded[framework], name) {
			continue
		}
		role, err := d.allocator.InternRole(name)
		if err != nil {
			return err
		}
		var excluded []core.AgentID
		for agent, attributes := range d.attributes {
			if !suits(i.Constraints[name], attributes) {
				excluded = append(excluded, d.agent(agent))
			}
		}
		if err := d.allocator.ExcludeAgents(id, role, excluded); err != nil {
			return err
		}
	}
	return nil
}

// constrainAgent tells the core which frameworks' offer constraints exclude an
// agent.
func (d *Driver) constrainAgent(name string, id core.AgentID) error {
	for framework, constraints := range d.constraints {
		for roleName, groups := range constraints {
			if slices.Contains(d.excluded[framework], roleName) {
				continue
			}
			role, err := d.allocator.InternRole(roleName)
			if err != nil {
				return err
			}
			excluded := !suits(groups, d.attributes[name])
			if err := d.allocator.ExcludeAgent(d.framework(framework), role, id, excluded); err != nil {
				return err
			}
		}
	}
	return nil
}

// excludeAgents has the history say from now on which agents are excluded.
func (d *Driver) excludeAgents(o *history.ExcludeAgents) error {
	role, err := d.allocator.InternRole(o.Role)
	if err != nil {
		return err
	}
	var agents []core.AgentID
	for _, name := range o.Agents {
		agents = append(agents, d.agent(name))
	}
	err = d.allocator.ExcludeAgents(d.framework(o.Framework), role, agents)
	return d.excludes(err, o.Framework, o.Role)
}

func (d *Driver) excludeAgent(o *history.ExcludeAgent) error {
	role, err := d.allocator.InternRole(o.Role)
	if err != nil {
		return err
	}
	err = d.allocator.ExcludeAgent(d.framework(o.Framework), role, d.agent(o.Agent), !o.Included)
	return d.excludes(err, o.Framework, o.Role)
}

// excludes takes note of an exclusion that was carried out.
func (d *Driver) excludes(err error, framework, role string) error {
	if err == nil && !slices.Contains(d.excluded[framework], role) {
		d.excluded[framework] = append(d.excluded[framework], role)
	}
	return err
}

// suits reports whether all conditions of any one group hold. No groups
// constrain nothing.
func suits(groups []history.Group, attributes map[string]string) bool {
	for _, group := range groups {
		if holds(group, attributes) {
			return true
		}
	}
	return len(groups) == 0
}

func holds(group history.Group, attributes map[string]string) bool {
	for _, c := range group {
		value, ok := attributes[c.Attribute]
		switch c.Test {
		case history.Equals:
			ok = ok && value == c.Value
		case history.NotEquals:
			ok = !ok || value != c.Value
		case history.NotExists:
			ok = !ok
		}
		if !ok {
			return false
		}
	}
	return true
}
