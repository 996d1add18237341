package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
)

// CountUsed counts b as used: the host has told that tasks of a role use it. Mesos's call does not name the
// framework: b counts for the first one on the agent's list that holds all of it for the role, for nobody if none does.
func (lg *Ledger) CountUsed(g *agents.Agent, r alloc.RoleID, b *resource.Bag) {
	for _, ref := range g.Entries {
		if lg.frameworks.Subscriptions.At(ref.Subscription).Role == r && lg.Entries.At(ref.Entry).Resources.Contains(b) {
			lg.frameworks.CountOutcome(ref.Subscription, b, true)
			return
		}
	}
}
