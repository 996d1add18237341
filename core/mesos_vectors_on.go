//go:build mesos_vectors

package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/core/mesostest/vectors"
)

// emulation returns what follows Mesos's own order of resources, if agents come by id: in that
// order Mesos took them when its answers were recorded.
func emulation(s *state.State) shrinkorder.Emulation {
	if s.Options.AgentOrder != alloc.OrderByID {
		return shrinkorder.None{}
	}
	return vectors.New(s.Kinds, s.Roles, s.Agents, s.Frameworks, s.Ledger, s.Lending)
}
