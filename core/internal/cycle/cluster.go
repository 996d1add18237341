// Package cycle owns the decision: which agents a cycle visits in which order, in two
// stages, and what it offers on each to whom package demand says to ask.
package cycle

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/news"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
)

// Cluster is the state that a cycle reads, and the ledger through which it writes what
// it offers.
type Cluster struct {
	*state.State

	options    *api.Options
	names      *quantities.Names
	totals     *sorter.Totals
	news       *news.News
	changes    *changes.Log
	kinds      *kinds.Kinds
	roles      *roles.Roles
	agents     *agents.Agents
	frameworks *frameworks.Frameworks
	ledger     *ledger.Ledger
	lending    *lending.Book
}

// NewCluster returns a state as cycles read it.
func NewCluster(s *state.State) *Cluster {
	return &Cluster{
		State:      s,
		options:    s.Options,
		names:      s.Names,
		totals:     s.Totals,
		news:       s.News,
		changes:    s.Changes,
		kinds:      s.Kinds,
		roles:      s.Roles,
		agents:     s.Agents,
		frameworks: s.Frameworks,
		ledger:     s.Ledger,
		lending:    s.Lending,
	}
}
