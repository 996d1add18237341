package tape

import (
	"slices"

	"github.com/apportion/apportion/core"
)

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
			if s.Constraints == 0 || slices.Contains(f.told, s.Role) {
				continue
			}
			role := p.Role(core.RoleID(s.Role))
			if p.err != nil {
				return p.err
			}
			if err := p.Target.ExcludeAgent(f.id, role, p.agents[n].id, !p.cast.Admits(s.Constraints, p.agents[n].rack)); err != nil {
				return err
			}
		}
	}
	return nil
}

// constrainFramework tells which agents a framework's offer constraints exclude.
func (p *Player) constrainFramework(c *Call) error {
	f := &p.frameworks[c.Framework]
	for _, s := range f.info.Subscriptions {
		if s.Constraints == 0 && !p.racks || slices.Contains(f.told, s.Role) {
			continue // nobody has been excluded from anything, or the host says who is
		}
		p.racks = true
		p.agentList = p.agentList[:0]
		for i := range p.agents {
			if a := &p.agents[i]; a.there && !p.cast.Admits(s.Constraints, a.rack) {
				p.agentList = append(p.agentList, a.id)
			}
		}
		role := p.Role(core.RoleID(s.Role))
		if p.err != nil {
			return p.err
		}
		if err := p.Target.ExcludeAgents(f.id, role, p.agentList); err != nil {
			return err
		}
	}
	return nil
}
