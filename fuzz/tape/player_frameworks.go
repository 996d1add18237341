package tape

import "github.com/apportion/apportion/core"

func (p *Player) playFramework(c *Call) error {
	id := p.FrameworkID(c.Framework)
	switch c.Verb {
	case AddFramework:
		return p.addFramework(c)
	case UpdateFramework:
		return p.updateFramework(c)
	case RemoveFramework:
		err := p.Target.RemoveFramework(id)
		if err == nil {
			p.frameworks[c.Framework].there = false
			delete(p.numbers.frameworks, p.frameworks[c.Framework].id)
		}
		return err
	case ActivateFramework:
		return p.Target.ActivateFramework(id)
	case DeactivateFramework:
		return p.Target.DeactivateFramework(id)
	case RequestResources:
		return p.Target.RequestResources(id)
	case UpdateInverseOffer:
		return p.Target.UpdateInverseOffer(core.InverseOfferUpdate{
			Now: p.now, Agent: p.AgentID(c.Agent), Framework: id, Status: c.Status, RefuseFor: c.For,
		})
	}
	for _, n := range c.Roles {
		r, err := p.role(n)
		if err != nil {
			return err
		}
		p.roleList = append(p.roleList, r)
	}
	if c.Verb == SuppressOffers {
		return p.Target.SuppressOffers(id, p.roleList)
	}
	return p.Target.ReviveOffers(id, p.roleList)
}

func (p *Player) addFramework(c *Call) error {
	info, err := p.frameworkInfo(c)
	if err != nil {
		return err
	}
	info.Inactive = c.Inactive
	for _, u := range c.Used {
		r, err := p.role(u.Role)
		if err != nil {
			return err
		}
		resources, err := p.named(u.Resources)
		if err != nil {
			return err
		}
		info.Used = append(info.Used, core.AgentUsage{Agent: p.cast.Agents[u.Holder], Role: r, Resources: resources})
	}
	id, err := p.Target.AddFramework(info)
	if err != nil {
		return err
	}
	for int(c.Framework) >= len(p.frameworks) {
		p.frameworks = append(p.frameworks, framework{})
	}
	p.frameworks[c.Framework], p.numbers.frameworks[id] = framework{id, true, c.FrameworkInfo}, c.Framework
	return p.constrainFramework(c)
}

func (p *Player) updateFramework(c *Call) error {
	info, err := p.frameworkInfo(c)
	if err != nil {
		return err
	}
	if err := p.Target.UpdateFramework(p.FrameworkID(c.Framework), core.FrameworkUpdate{
		Capabilities:   &info.Capabilities,
		Roles:          &info.Roles,
		Suppressed:     &info.Suppressed,
		MinAllocatable: &info.MinAllocatable,
	}); err != nil {
		return err
	}
	p.frameworks[c.Framework].info = c.FrameworkInfo
	return p.constrainFramework(c)
}

func (p *Player) frameworkInfo(c *Call) (core.FrameworkInfo, error) {
	info := core.FrameworkInfo{ID: p.cast.Frameworks[c.Framework], Capabilities: c.FrameworkInfo.Capabilities}
	for _, s := range c.FrameworkInfo.Subscriptions {
		r, err := p.role(s.Role)
		if err != nil {
			return info, err
		}
		if !s.Absent {
			info.Roles = append(info.Roles, r)
		}
		if s.Suppressed {
			info.Suppressed = append(info.Suppressed, r)
		}
		if s.OwnMinima {
			info.MinAllocatable = append(info.MinAllocatable, core.RoleMinimum{Role: r, Lists: s.Minima})
		}
	}
	return info, nil
}

// constrainFramework tells which agents a framework's offer constraints exclude.
func (p *Player) constrainFramework(c *Call) error {
	f := &p.frameworks[c.Framework]
	for _, s := range f.info.Subscriptions {
		if s.Racks == AllRacks && !p.racks {
			continue // nobody has been excluded from anything
		}
		p.racks = true
		p.agentList = p.agentList[:0]
		for i := range p.agents {
			if a := &p.agents[i]; a.there && s.Racks>>a.rack&1 == 0 {
				p.agentList = append(p.agentList, a.id)
			}
		}
		r, err := p.role(s.Role)
		if err != nil {
			return err
		}
		if err := p.Target.ExcludeAgents(f.id, r, p.agentList); err != nil {
			return err
		}
	}
	return nil
}
