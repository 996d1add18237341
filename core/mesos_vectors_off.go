//go:build !mesos_vectors

package core

import (
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/state"
)

// emulation returns what follows Mesos's own order of resources: nothing.
func emulation(*state.State) shrinkorder.Emulation { return shrinkorder.None{} }
