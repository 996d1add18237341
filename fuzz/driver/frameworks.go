package driver

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

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

// excludes takes note that a history says itself which agents are excluded.
func (d *Driver) excludes(framework, role string) {
	if !slices.Contains(d.excluded[framework], role) {
		d.excluded[framework] = append(d.excluded[framework], role)
	}
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
