package operations

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
)

// Update changes an agent (core.Allocator.UpdateAgent).
func (o *Agents) Update(id api.AgentID, u *api.AgentUpdate) error {
	g, slot, err := o.agents.AgentOf(id)
	if err != nil {
		return err
	}
	hostname, region := orElse(u.Hostname, g.Hostname()), orElse(u.Region, g.Region())
	if err := agents.CheckRegion(o.options, g.Name(), region); err != nil {
		return err
	}
	capabilities := g.Capabilities
	if u.Capabilities != nil {
		if err := api.CheckCapabilities("agent", g.Name(), *u.Capabilities); err != nil {
			return err
		}
		capabilities = api.OfAgent(*u.Capabilities)
	}
	total := &o.updatedTotal
	if u.Total != nil {
		if err := o.kinds.ReadBag(total, *u.Total, "total"); err != nil {
			return api.Within(err, "agent %q", g.Name())
		}
		if err := o.ledger.CheckNewTotal(slot, g, total); err != nil {
			return err
		}
	}

	if u.AttributesChanged {
		o.dropAgentFilters(slot)
	}
	changed := o.agents.Describe(slot, hostname, region, capabilities) || u.InfoChanged || u.AttributesChanged
	if u.Total != nil && !total.Equal(g.Total) {
		o.ledger.ApplyTotal(slot, total)
		o.shrinkOrder.AgentHas(slot, *u.Total)
		changed = true
	}
	if changed {
		o.changes.AgentChanged(slot)
		o.news.Request(slot)
	}
	return nil
}

// orElse returns what p points to, or what there was if it is nil.
func orElse[T any](p *T, before T) T {
	if p != nil {
		return *p
	}
	return before
}

// Activate lets an agent's resources be offered, or ends that
// (core.Allocator.ActivateAgent, DeactivateAgent).
func (o *Agents) Activate(id api.AgentID, on bool) error {
	_, slot, err := o.agents.AgentOf(id)
	if err != nil {
		return err
	}
	o.agents.Activate(slot, on)
	return nil
}

// UpdateUnavailability begins an agent's maintenance anew
// (core.Allocator.UpdateUnavailability).
func (o *Agents) UpdateUnavailability(id api.AgentID, u *api.Unavailability) error {
	g, slot, err := o.agents.AgentOf(id)
	if err != nil {
		return err
	}
	if err := api.CheckUnavailability(g.Name(), u); err != nil {
		return err
	}
	o.agents.SetUnavailability(slot, u)
	o.news.Request(slot)
	return nil
}
