// Package cycle owns the decision: which agents a cycle visits in which order, in two
// stages, and what it offers on each to whom package demand says to ask.
package cycle

import "github.com/apportion/apportion/core/internal/state"

// Cluster is the state that a cycle reads, and the ledger through which it writes what
// it offers.
type Cluster struct{ *state.State }

// NewCluster returns a state as cycles read it.
func NewCluster(s *state.State) *Cluster { return &Cluster{s} }
