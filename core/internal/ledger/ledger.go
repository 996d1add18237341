// Package ledger owns who holds what: what frameworks were offered or allocated on
// agents, what their tasks use of it, what lingers, and the sums that follow.
package ledger

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Ledger is all that is held.
//
// Invariants (of the parts: see Entry, ClusterAmounts, Lingerings and agents.InUse):
//  1. each entry is on the list of its agent (Agent.Entries) and on that of its
//     subscription (Subscription.FirstEntry), once each;
//  2. UnregisteredUse is the sum of the scalars in entries of frameworks that are not
//     registered;
//  3. the sorters' total is the sum of the scalars in Agent.Total.
type Ledger struct {
	Entries         container.Pool[slots.Entry, Entry]
	Cluster         ClusterAmounts
	UnregisteredUse quantities.Row // scalars held by frameworks that are not registered
	Lingerings      Lingerings

	names      *rows.Names
	totals     *order.Totals
	kinds      *resource.Kinds
	roles      *roles.Roles
	agents     *agents.Agents
	frameworks *frameworks.Frameworks
	lending    *lending.Book
	scratch    scratch
}

// scratch is memory that operations reuse, each its own. It means nothing when they are
// done.
type scratch struct {
	applyTotal           struct{ change resource.Difference }
	changeHeld           struct{ gone, come UsageDelta }
	checkNewTotal        struct{ held resource.Bag }
	claims               Claims
	countTotal           struct{ gone, come quantities.Row }
	countUnregisteredUse struct {
		usage UsageDelta
		held  resource.Bag
	}
	endUseBeyondHeld struct{ held resource.Bag }
	enterUseOf       struct{ usage UsageDelta }
	lend             struct {
		usage     UsageDelta
		originals resource.Bag
	}
	refreshFree struct{ held resource.Bag }
	release     struct{ back resource.Bag }
	releaseAll  struct{ held resource.Bag }
	removeUsage struct{ usage UsageDelta }
}

// New returns a ledger in which nothing is held.
func New(names *rows.Names, totals *order.Totals, kinds *resource.Kinds, roles *roles.Roles, agents *agents.Agents, frameworks *frameworks.Frameworks, lending *lending.Book) *Ledger {
	lg := &Ledger{
		Cluster:    ClusterAmounts{BeyondTotal: map[slots.Agent]quantities.Row{}, totals: totals, kinds: kinds},
		names:      names,
		totals:     totals,
		kinds:      kinds,
		roles:      roles,
		agents:     agents,
		frameworks: frameworks,
		lending:    lending,
	}
	lg.Lingerings = Lingerings{Of: map[slots.Agent]*Lingering{}, ledger: lg}
	return lg
}
