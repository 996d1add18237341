//go:build mesos_vectors

package core

import (
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/mesostest/vectors"
)

// emulation returns what follows Mesos's own order of resources, for agents by id: so were they
// in Mesos when its answers were recorded.
func (a *Allocator) emulation() shrinkorder.Emulation {
	if a.options.AgentOrder != OrderByID {
		return shrinkorder.None{}
	}
	return vectors.New(a.kinds, a.roles, a.agents, a.frameworks, a.ledger, a.lending)
}
