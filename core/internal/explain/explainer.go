// Package explain says why a framework is offered what it is, and nothing more: it judges
// agents by the cycle's own rules, looks for what would help, and puts both into words.
//
// Invariants:
//  1. It writes nothing of the allocator: rules run on an examiner's memory.
//  2. Rows of Reasons and changes ascend by code, in the order in which the cycle asks and
//     in which changes are to be made. ReasonNone is the last row.
//  3. Codes and names are published, and never change.
package explain

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/worth"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Explainer reads the rooms of an allocator. It changes nothing in them.
type Explainer struct {
	options    *api.Options
	names      *quantities.Names
	totals     *sorter.Totals
	news       *news.News
	kinds      *kinds.Kinds
	roles      *roles.Roles
	agents     *agents.Agents
	frameworks *frameworks.Frameworks
	ledger     *ledger.Ledger
	cluster    *cycle.Cluster
	rules      *worth.Rules
}

// New returns an explainer of the state in these rooms.
func New(options *api.Options, names *quantities.Names, totals *sorter.Totals, news *news.News, kinds *kinds.Kinds, roles *roles.Roles, agents *agents.Agents, frameworks *frameworks.Frameworks, ledger *ledger.Ledger, cluster *cycle.Cluster) *Explainer {
	return &Explainer{options, names, totals, news, kinds, roles, agents, frameworks, ledger, cluster, cluster.Rules}
}
