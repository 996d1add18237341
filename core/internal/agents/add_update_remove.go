package agents

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Add fills a slot for a new agent, which is activated, and makes room for its total. The caller then enters
// the total, what is free on the agent, and what is used on it in the ledger.
func (as *Agents) Add(info *alloc.AgentInfo, total *resource.Bag) slots.Agent {
	slot := as.Take()
	g := as.At(slot)
	g.Generation++
	g.Activated = true
	as.setNames(g, info.ID, info.Hostname, info.Region)
	g.Capabilities = alloc.ModernAgent
	if info.Capabilities != nil {
		g.Capabilities = *info.Capabilities
	}
	if cap(g.Entries) == 0 {
		g.Entries = g.Few[:0]
	}
	g.Total.Fit(total, &as.Memory.totals)
	g.Free.Fit(total, &as.Memory.Bags)
	if info.Unavailability != nil {
		as.SetUnavailability(slot, info.Unavailability)
	}
	as.ByName.Put(g.Name, slot)
	as.admit(slot, g)
	as.Alive.Set(slot)
	return slot
}

// Remove forgets an agent without resources, filters and exclusions, and gives back its
// slot, which keeps a little memory for its next agent.
func (as *Agents) Remove(slot slots.Agent) {
	g := as.At(slot)
	for _, set := range []container.BitSet[slots.Agent]{as.Alive, as.Admitted, as.Offerable, as.Maintained} {
		set.Clear(slot)
	}
	as.schedule.Forget(slot)
	as.ByName.Remove(g.Name)
	g.Names = Names{}
	g.Maintenance = nil
	g.Free.Trim()
	g.Total.Trim()
	g.Entries = container.Shrink(g.Entries, ManyInUse)
	GiveSlot(&as.Pool, slot, g.Generation)
}

// Describe changes an agent's host, region and capabilities, and reports whether any of them was
// different.
func (as *Agents) Describe(slot slots.Agent, hostname, region string, c alloc.Capabilities) (changed bool) {
	g := as.At(slot)
	if hostname != g.Hostname || region != g.Region {
		as.setNames(g, g.Name, hostname, region)
		as.admit(slot, g)
		changed = true
	}
	changed = changed || c != g.Capabilities
	g.Capabilities = c
	return changed
}
