package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/fault"
)

// UpdateAgent changes an agent. If anything did change, the agent becomes a
// candidate of the next cycle. What is held on it stays held, even if the new total lacks that.
//
// Errors: CodeUnknownAgent, CodeStale, CodeUnknownKind, CodeUnknownItem,
// CodeAmount, CodeInvalid (capabilities, a region or intervals that cannot be),
// CodeLimit (too many volumes, or the cluster's sum).
//
// Cost: proportional to what the agent has, to who holds some of it, and to the depth of
// their roles.
func (a *Allocator) UpdateAgent(id alloc.AgentID, u alloc.AgentUpdate) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.UpdateAgent{Agent: id, Update: u} })
	g, slot, err := a.state.Agents.AgentOf(id)
	if err != nil {
		return err
	}
	hostname, region := orElse(u.Hostname, g.Hostname), orElse(u.Region, g.Region)
	if err := agents.CheckRegion(a.state.Options, g.Name, region); err != nil {
		return err
	}
	capabilities := g.Capabilities
	if u.Capabilities != nil {
		if err := checkCapabilities("agent", g.Name, *u.Capabilities, alloc.ModernAgent); err != nil {
			return err
		}
		capabilities = *u.Capabilities
	}
	total := &a.scratch.updatedTotal
	if u.Total != nil {
		if err := a.state.Kinds.ReadBag(total, *u.Total, "total"); err != nil {
			return fault.Within(err, "agent %q", g.Name)
		}
		if err := a.state.Ledger.CheckNewTotal(slot, g, total); err != nil {
			return err
		}
	}

	if u.AttributesChanged {
		a.dropAgentFilters(slot)
	}
	changed := a.state.Agents.Describe(slot, hostname, region, capabilities) || u.InfoChanged || u.AttributesChanged
	if u.Total != nil && !total.Equal(g.TotalBag()) {
		a.state.Ledger.ApplyTotal(slot, total)
		a.state.ShrinkOrder.AgentHas(slot, *u.Total)
		changed = true
	}
	if changed {
		a.state.Changes.AgentChanged(slot)
		a.state.Schedule.Request(slot)
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
