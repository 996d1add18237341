// Package ledger is who holds what: what frameworks were offered or allocated on
// agents, what their tasks use of it, and the sums that follow from both.
package ledger

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Ledger is all that is held.
type Ledger struct {
	Entries         container.Pool[Entry]
	Cluster         ClusterAmounts
	UnregisteredUse quantities.Row // scalars held by frameworks that are not registered
	FreeRevocable   quantities.Row // free revocable scalars of all agents
	Lingerings      Lingerings
	NextHistory     slots.Subscription // to be looked at as time goes by

	names      *quantities.Names
	totals     *sorter.Totals
	kinds      *kinds.Kinds
	roles      *roles.Roles
	agents     *agents.Agents
	frameworks *frameworks.Frameworks
	scratch    scratch
}

// scratch is space that calls reuse. It means nothing from one call to the next.
type scratch struct {
	before        UsageDelta
	bags          [1]resource.Bag
	used, beyond  resource.Bag
	subscriptions []slots.Subscription
	row           quantities.Row
	rows          [2]quantities.Row
	total         resource.Difference
	lingering     resource.Difference
	claims        Claims
}

// New returns a ledger in which nothing is held.
func New(names *quantities.Names, totals *sorter.Totals, kinds *kinds.Kinds, roles *roles.Roles, agents *agents.Agents, frameworks *frameworks.Frameworks) *Ledger {
	return &Ledger{
		Cluster:    ClusterAmounts{BeyondTotal: map[slots.Agent]quantities.Row{}},
		Lingerings: Lingerings{Of: map[slots.Agent]*Lingering{}},
		names:      names,
		totals:     totals,
		kinds:      kinds,
		roles:      roles,
		agents:     agents,
		frameworks: frameworks,
	}
}
