package tape

import "github.com/apportion/apportion/core"

// playCluster carries out a call that is about neither an agent nor a framework.
func (p *Player) playCluster(c *Call) error {
	switch c.Verb {
	case UpdateQuota:
		r, err := p.role(c.Quotas[0].Role)
		if err != nil {
			return err
		}
		return p.Target.SetQuota(r, c.Quotas[0].Quota)
	case UpdateWeights:
		return p.updateWeights(c)
	case UpdateWhitelist:
		var hosts []string
		if c.Hosts != nil {
			hosts = []string{}
		}
		for _, n := range c.Hosts {
			hosts = append(hosts, p.cast.Hosts[n])
		}
		return p.Target.SetWhitelist(hosts)
	case GetInverseOfferStatuses:
		p.statuses, p.agentList = p.Target.InverseOfferStatuses(p.statuses[:0], p.agentList[:0])
	case Recover:
		return p.recover(c)
	case Pause:
		p.Target.Pause()
	case Resume:
		p.Target.Resume()
	case SetPolicy:
		return p.setPolicy(c)
	case SetRanks:
		return p.setRanks(c)
	default:
		panic("a tape has an unknown call")
	}
	return nil
}

func (p *Player) updateWeights(c *Call) error {
	var list []core.RoleWeight
	for _, w := range c.Weights {
		r, err := p.role(w.Role)
		if err != nil {
			return err
		}
		list = append(list, core.RoleWeight{Role: r, Weight: w.Weight})
	}
	return p.Target.SetWeights(list)
}

func (p *Player) recover(c *Call) error {
	var list []core.RoleQuota
	for _, q := range c.Quotas {
		r, err := p.role(q.Role)
		if err != nil {
			return err
		}
		list = append(list, core.RoleQuota{Role: r, Quota: q.Quota})
	}
	return p.Target.Recover(p.now, c.Expected, list)
}

// Statuses are what the latest GetInverseOfferStatuses answered.
func (p *Player) Statuses() []core.InverseOfferStatus { return p.statuses }
