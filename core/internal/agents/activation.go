package agents

import "github.com/apportion/apportion/core/internal/slots"

// Activate lets an agent's resources be offered, or ends that.
func (as *Agents) Activate(slot slots.Agent, on bool) {
	g := as.At(slot)
	g.Activated = on
	as.admit(slot, g)
}

// admit brings Admitted up to date: Add, Activate, Describe and SetWhitelist call it, and the reader of snapshots. Nobody has been asked about an
// agent while it was not admitted.
func (as *Agents) admit(slot slots.Agent, g *Agent) {
	admitted := g.Activated && as.Whitelist.Has(g.Hostname)
	if admitted && !as.Admitted.Has(slot) {
		as.changes.AgentChanged(slot)
	}
	as.Admitted.Put(slot, admitted)
}
