package core

import (
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/handle"
)

// giveSlot gives back the slot of an agent or framework that is gone. A slot whose
// generations are used up is not used again: its next handle would be one that was
// given out before.
func giveSlot[T any](p *container.Pool[T], slot, generation uint32) {
	if generation == handle.MaxGeneration {
		p.Retire(slot)
		return
	}
	p.Give(slot)
}
