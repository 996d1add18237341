package sequence

import (
	"maps"
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// rack is the attribute that agents are drawn with.
const rack = "rack"

// Racks are how many attributes agents are drawn with: none, or one of a few racks.
const Racks = 4

// constraints say whom a framework's offer constraints let pass in a role.
type constraints struct {
	groups []history.Group
	admits []bool // by Rack, as far as it was asked for
}

// rackOf is the number of attributes.
func (c *Cast) rackOf(attributes map[string]string) uint16 {
	i := slices.IndexFunc(c.Attributes, func(x map[string]string) bool { return maps.Equal(x, attributes) })
	if i < 0 {
		i = len(c.Attributes)
		c.Attributes = append(c.Attributes, attributes)
	}
	return uint16(i)
}

// describe notes what the core is not told of an agent in so many words.
func (c *Cast) describe(i *AgentInfo, attributes map[string]string, domain *history.Domain, capabilities []string) {
	i.Rack = c.rackOf(attributes)
	if domain != nil {
		i.Zone = domain.Zone
	}
	i.Named = strings.Join(slices.Compact(slices.Sorted(slices.Values(capabilities))), " ")
}

// constraintsOf is the number of what groups say; 0 is nothing.
func (c *Cast) constraintsOf(groups []history.Group) uint32 {
	if len(groups) == 0 {
		return 0
	}
	i := slices.IndexFunc(c.constraints, func(x constraints) bool {
		return slices.EqualFunc(x.groups, groups, func(x, y history.Group) bool { return slices.Equal(x, y) })
	})
	if i < 0 {
		i = len(c.constraints)
		c.constraints = append(c.constraints, constraints{groups: groups})
	}
	return uint32(i) + 1
}

// Admits says whether offer constraints let agents with certain attributes pass.
func (c *Cast) Admits(number uint32, rack uint16) bool {
	if number == 0 {
		return true
	}
	x := &c.constraints[number-1]
	for n := len(x.admits); n <= int(rack); n++ {
		x.admits = append(x.admits, slices.ContainsFunc(x.groups, func(g history.Group) bool { return g.Admits(c.Attributes[n]) }))
	}
	return x.admits[rack]
}

// constrain has a framework's offer constraints be these. What they say of roles that it
// is not in has no effect.
func (c *Cast) constrain(i *FrameworkInfo, byRole map[string][]history.Group) {
	for k := range i.Subscriptions {
		if s := &i.Subscriptions[k]; !s.Absent {
			s.Constraints = c.constraintsOf(byRole[c.Roles[s.Role].Path])
		}
	}
}

// constraintsBy are a framework's offer constraints by role, nil if there are none.
func (c *Cast) constraintsBy(i *FrameworkInfo) (out map[string][]history.Group) {
	for _, s := range i.Subscriptions {
		if s.Constraints > 0 {
			if out == nil {
				out = map[string][]history.Group{}
			}
			out[c.Roles[s.Role].Path] = c.constraints[s.Constraints-1].groups
		}
	}
	return out
}

// Admitting is the number of constraints that let pass, of the agents that are drawn, whom
// the bits of racks let pass: a group for each of their attributes.
func (c *Cast) Admitting(racks uint64) uint32 {
	var out []history.Group
	for i, attributes := range c.Attributes[:Racks] {
		if racks>>i&1 != 0 {
			condition := history.Condition{Attribute: rack, Test: history.NotExists}
			if value, ok := attributes[rack]; ok {
				condition.Test, condition.Value = history.Equals, value
			}
			out = append(out, history.Group{condition})
		}
	}
	switch len(out) {
	case Racks:
		return 0
	case 0: // nobody
		out = []history.Group{{{Attribute: rack, Test: history.NotExists}, {Attribute: rack, Test: history.Exists}}}
	}
	return c.constraintsOf(out)
}

// constrainAgent tells which frameworks' offer constraints exclude an agent.
func (p *Player) constrainAgent(n uint32) error {
	for f := range p.told {
		if !p.restricted || !p.frameworks.there(uint32(f)) {
			continue
		}
		for _, s := range p.told[f].info.Subscriptions {
			if s.Constraints == 0 || slices.Contains(p.told[f].excluding, s.Role) {
				continue
			}
			role := p.Role(alloc.RoleID(s.Role))
			if p.err != nil {
				return p.err
			}
			excluded := !p.cast.Admits(s.Constraints, p.agentInfos[n].Rack)
			x := &calls.ExcludeAgent{Framework: p.FrameworkID(uint32(f)), Role: role, Agent: p.AgentID(n), Excluded: excluded}
			if _, err := p.Target.Do(x); err != nil {
				return err
			}
		}
	}
	return nil
}

// constrainFramework tells which agents a framework's offer constraints exclude.
func (p *Player) constrainFramework(n uint32) error {
	f := &p.told[n]
	for _, s := range f.info.Subscriptions {
		if s.Constraints == 0 && !p.restricted || slices.Contains(f.excluding, s.Role) {
			continue // nobody has been excluded from anything, or the host says who is
		}
		p.restricted = true
		p.agentList = p.agentList[:0]
		for a, info := range p.agentInfos {
			if !p.cast.Admits(s.Constraints, info.Rack) && p.There(uint32(a)) {
				p.agentList = append(p.agentList, p.AgentID(uint32(a)))
			}
		}
		role := p.Role(alloc.RoleID(s.Role))
		if p.err != nil {
			return p.err
		}
		if _, err := p.Target.Do(&calls.ExcludeAgents{Framework: p.FrameworkID(n), Role: role, Agents: p.agentList}); err != nil {
			return err
		}
	}
	return nil
}
