package core

import (
	"math"

	"github.com/apportion/apportion/internal/container"
)

// giveSlot gives back the slot of an agent or framework that is gone. A slot whose
// generations are used up is not used again: its next handle would be one that was
// given out before.
func giveSlot[T any](p *container.Pool[T], slot, generation uint32) {
	if generation == math.MaxUint32 {
		p.Retire(slot)
		return
	}
	p.Give(slot)
}
