package core

// AgentUpdate is what UpdateAgent changes. What is nil is left alone.
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
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	hostname, region := orElse(u.Hostname, g.hostname()), orElse(u.Region, g.region())
	if err := a.checkRegion(g.name(), region); err != nil {
		return err
	}
	if u.Capabilities != nil {
		if err := checkCapabilities("agent", g.name(), *u.Capabilities); err != nil {
			return err
		}
	}
	total := &a.scratch.bags[0]
	if u.Total != nil {
		if err := a.readBag(total, *u.Total, "total"); err != nil {
			return err.within("agent %q", g.name())
		}
		if err := a.checkNewTotal(slot, g, total); err != nil {
			return err
		}
	}

	changed := u.InfoChanged || u.AttributesChanged
	if u.AttributesChanged {
		a.dropAgentFilters(slot)
	}
	if hostname != g.hostname() || region != g.region() {
		a.setNames(g, g.name(), hostname, region)
		a.admitted.Put(slot, g.activated && a.whitelisted(g))
		changed = true
	}
	if u.Capabilities != nil && u.Capabilities.ofAgent() != g.capabilities {
		g.capabilities = u.Capabilities.ofAgent()
		changed = true
	}
	if u.Total != nil && !total.Equal(g.total) {
		a.applyTotal(slot, total)
		a.shrinkOrder.SetTotal(slot, a.vectorOf(*u.Total))
		changed = true
	}
	if changed {
		a.markDirty(slot)
		a.request(slot)
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
