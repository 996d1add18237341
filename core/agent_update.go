package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/fault"
)

// UpdateAgent changes an agent. If anything did change, the agent becomes a
// candidate of the next cycle.
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

// ActivateAgent lets an agent's resources be offered again.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: constant.
func (a *Allocator) ActivateAgent(id alloc.AgentID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.ActivateAgent{Agent: id} })
	return a.activateAgent(id, true)
}

// DeactivateAgent stops offers from an agent; what is in use on it stays
// accounted.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: constant.
func (a *Allocator) DeactivateAgent(id alloc.AgentID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.DeactivateAgent{Agent: id} })
	return a.activateAgent(id, false)
}

func (a *Allocator) activateAgent(id alloc.AgentID, on bool) error {
	_, slot, err := a.state.Agents.AgentOf(id)
	if err != nil {
		return err
	}
	a.state.Agents.Activate(slot, on)
	return nil
}

// UpdateUnavailability plans, changes or (nil) cancels an agent's maintenance. The next
// cycle asks frameworks anew; the agent becomes a candidate.
//
// Errors: CodeUnknownAgent, CodeStale, CodeInvalid (a negative duration).
//
// Cost: constant, but for the answers that it ends.
func (a *Allocator) UpdateUnavailability(id alloc.AgentID, u *alloc.Unavailability) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.UpdateUnavailability{Agent: id, Unavailability: u} })
	g, slot, err := a.state.Agents.AgentOf(id)
	if err != nil {
		return err
	}
	if err := checkUnavailability(g.Name, u); err != nil {
		return err
	}
	a.state.Agents.SetUnavailability(slot, u)
	a.state.Schedule.Request(slot)
	return nil
}

// SetWhitelist restricts offers to agents on the named hosts; nil lifts the
// restriction.
//
// Cost: linear in the agents and in the list.
func (a *Allocator) SetWhitelist(hosts []string) {
	defer a.settle(new(error), func() calls.Call { return &calls.SetWhitelist{Hosts: hosts} })
	a.state.Agents.SetWhitelist(hosts)
}
