//go:build !mesos_vectors

package core

import "github.com/apportion/apportion/core/internal/shrinkorder"

// emulation returns what follows Mesos's own order of resources: nothing.
func (a *Allocator) emulation() shrinkorder.Emulation { return shrinkorder.None{} }
