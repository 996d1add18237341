package tape

import "github.com/apportion/apportion/core"

func (p *Player) playAgent(c *Call) error {
	switch c.Verb {
	case AddAgent:
		return p.addAgent(c)
	case UpdateAgent:
		return p.updateAgent(c)
	case RemoveAgent:
		err := p.Target.RemoveAgent(p.AgentID(c.Agent))
		if err == nil {
			p.agents[c.Agent].there = false
			delete(p.numbers.agents, p.agents[c.Agent].id)
		}
		return err
	case ActivateAgent:
		return p.Target.ActivateAgent(p.AgentID(c.Agent))
	case DeactivateAgent:
		return p.Target.DeactivateAgent(p.AgentID(c.Agent))
	case AddResourceProvider:
		return p.addResourceProvider(c)
	}
	return p.Target.UpdateUnavailability(p.AgentID(c.Agent), c.Maintenance)
}

func (p *Player) addAgent(c *Call) error {
	total, err := p.named(c.Resources)
	if err != nil {
		return err
	}
	used, err := p.usedByFrameworks(c.Used)
	if err != nil {
		return err
	}
	info := c.AgentInfo
	id, err := p.Target.AddAgent(core.AgentInfo{
		ID:             p.cast.Agents[c.Agent],
		Hostname:       p.cast.Hosts[info.Host],
		Region:         info.Region,
		Capabilities:   info.Capabilities,
		Total:          total,
		Used:           used,
		Unavailability: c.Maintenance,
	})
	if err != nil {
		return err
	}
	for int(c.Agent) >= len(p.agents) {
		p.agents = append(p.agents, agent{})
	}
	p.agents[c.Agent], p.numbers.agents[id] = agent{id, true, info.Rack}, c.Agent
	return p.constrainAgent(c.Agent)
}

func (p *Player) updateAgent(c *Call) error {
	info, id := c.AgentInfo, p.AgentID(c.Agent)
	there := id != 0 && p.agents[c.Agent].there
	u := core.AgentUpdate{
		Hostname:          &p.cast.Hosts[info.Host],
		Region:            &info.Region,
		AttributesChanged: there && p.agents[c.Agent].rack != info.Rack,
	}
	if info.Capabilities != 0 {
		u.Capabilities = &info.Capabilities
	}
	if c.Resources != nil {
		total, err := p.named(c.Resources)
		if err != nil {
			return err
		}
		u.Total = &total
	}
	if err := p.Target.UpdateAgent(id, u); err != nil {
		return err
	}
	p.agents[c.Agent].rack = info.Rack
	return p.constrainAgent(c.Agent)
}

func (p *Player) addResourceProvider(c *Call) error {
	total, err := p.named(c.Resources)
	if err != nil {
		return err
	}
	used, err := p.usedByFrameworks(c.Used)
	if err != nil {
		return err
	}
	return p.Target.AddResourceProvider(p.AgentID(c.Agent), total, used)
}

func (p *Player) usedByFrameworks(list []Usage) ([]core.Usage, error) {
	p.usages = p.usages[:0]
	for _, u := range list {
		r, err := p.role(u.Role)
		if err != nil {
			return nil, err
		}
		resources, err := p.named(u.Resources)
		if err != nil {
			return nil, err
		}
		p.usages = append(p.usages, core.Usage{Framework: p.cast.Frameworks[u.Holder], Role: r, Resources: resources})
	}
	return p.usages, nil
}

// constrainAgent tells which frameworks' offer constraints exclude an agent.
func (p *Player) constrainAgent(n uint32) error {
	if !p.racks {
		return nil
	}
	for i := range p.frameworks {
		f := &p.frameworks[i]
		if !f.there {
			continue
		}
		for _, s := range f.info.Subscriptions {
			if s.Racks == AllRacks {
				continue
			}
			r, err := p.role(s.Role)
			if err != nil {
				return err
			}
			if err := p.Target.ExcludeAgent(f.id, r, p.agents[n].id, s.Racks>>p.agents[n].rack&1 == 0); err != nil {
				return err
			}
		}
	}
	return nil
}
