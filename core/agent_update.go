package core

import "github.com/apportion/apportion/core/internal/api"

// AgentUpdate is what UpdateAgent changes. A nil field is left alone.
type AgentUpdate struct {
	Hostname     *string
	Region       *string       // empty: none
	Capabilities *Capabilities // 0 stands for ModernAgent
	Total        *[]Resource
	// AttributesChanged drops all filters for the agent: frameworks decided
	// without knowing its attributes.
	AttributesChanged bool
	// InfoChanged: something else that the host knows of the agent changed.
	InfoChanged bool
}

// UpdateAgent changes an agent. If anything did change, the agent becomes a
// candidate of the next cycle.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (capabilities, a region or intervals that cannot be),
// CodeLimit (too many volumes, or the cluster's sum).
func (a *Allocator) UpdateAgent(id AgentID, u AgentUpdate) error {
	defer a.settle()
	g, slot, err := a.agents.AgentOf(id)
	if err != nil {
		return err
	}
	hostname, region := orElse(u.Hostname, g.Hostname()), orElse(u.Region, g.Region())
	if err := a.agents.CheckRegion(g.Name(), region); err != nil {
		return err
	}
	if u.Capabilities != nil {
		if err := api.CheckCapabilities("agent", g.Name(), *u.Capabilities); err != nil {
			return err
		}
	}
	total := &a.scratch.bags[0]
	if u.Total != nil {
		if err := a.kinds.ReadBag(total, *u.Total, "total"); err != nil {
			return api.Within(err, "agent %q", g.Name())
		}
		if err := a.ledger.CheckNewTotal(slot, g, total); err != nil {
			return err
		}
	}

	changed := u.InfoChanged || u.AttributesChanged
	if u.AttributesChanged {
		a.dropAgentFilters(slot)
	}
	if hostname != g.Hostname() || region != g.Region() {
		a.agents.SetNames(g, g.Name(), hostname, region)
		a.agents.Admitted.Put(slot, g.Activated && a.agents.Whitelisted(g))
		changed = true
	}
	if u.Capabilities != nil && api.OfAgent(*u.Capabilities) != g.Capabilities {
		g.Capabilities = api.OfAgent(*u.Capabilities)
		changed = true
	}
	if u.Total != nil && !total.Equal(g.Total) {
		a.ledger.ApplyTotal(slot, total)
		a.vectors.SetTotal(slot, a.vectorOf(*u.Total))
		changed = true
	}
	if changed {
		a.news.MarkDirty(slot)
		a.news.Request(slot)
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
