package tape

import "github.com/apportion/apportion/core"

// recoverResources gives resources back. Who is gone has no handle: only what
// tasks used is accounted for then.
func (p *Player) recoverResources(c *Call) error {
	r, err := p.role(c.Role)
	if err != nil {
		return err
	}
	list, err := p.named(c.Resources)
	if err != nil {
		return err
	}
	q := core.RecoverRequest{
		Now: p.now, Agent: p.AgentID(c.Agent), Role: r, Resources: list, RefuseFor: c.For, Allocated: c.Allocated,
	}
	if int(c.Framework) < len(p.frameworks) && p.frameworks[c.Framework].there {
		q.Framework = p.frameworks[c.Framework].id
	}
	return p.Target.RecoverResources(q)
}

func (p *Player) transition(c *Call) error {
	r, err := p.role(c.Role)
	if err != nil {
		return err
	}
	list, err := p.named(c.Resources)
	if err != nil {
		return err
	}
	return p.Target.TransitionOfferedToAllocated(p.AgentID(c.Agent), r, list)
}

func (p *Player) updateAllocation(c *Call) error {
	r, err := p.role(c.Role)
	if err != nil {
		return err
	}
	list, err := p.named(c.Resources)
	if err != nil {
		return err
	}
	changes, err := p.conversions(c.Conversions)
	if err != nil {
		return err
	}
	return p.Target.UpdateAllocation(core.AllocationUpdate{
		Framework: p.FrameworkID(c.Framework), Agent: p.AgentID(c.Agent), Role: r, Offered: list, Conversions: changes,
	})
}

// conversions are conversions in the allocator's own numbers.
func (p *Player) conversions(list []core.Conversion) ([]core.Conversion, error) {
	p.changes = p.changes[:0]
	for _, c := range list {
		consumed, err := p.named(c.Consumed)
		if err != nil {
			return nil, err
		}
		converted, err := p.named(c.Converted)
		if err != nil {
			return nil, err
		}
		p.changes = append(p.changes, core.Conversion{Consumed: consumed, Converted: converted, Exhaust: c.Exhaust})
	}
	return p.changes, nil
}
