package handle

import (
	"fmt"
	"math/bits"
)

// A Mark tells the handles of one instance of the C library from those of another: bits by
// which they differ from the core's, in whose handles these are 0 as a rule.
//
//	bits 22 to 31   the instance's slot: an allocator has fewer agents than 1<<22
//	bits 32 to 55   the instance's generation, its lowest bit topmost: a place for agents
//	                is used again fewer than 1<<12 times, and so is an instance's slot
//
// To a core that has more, or whose places were used more often, its own handles are as good
// as ever: a mark takes nothing away.
type Mark uint64

const (
	slotBits       = 22
	generationBits = 12
	foreign        = (1<<generationShift - 1<<slotBits) | (1<<tagShift - 1<<(tagShift-generationBits))
)

// MaxMarkedInstances is how many slots of instances a mark can tell apart.
const MaxMarkedInstances = 1 << (generationShift - slotBits)

// MarkOf returns the mark of an instance.
func MarkOf(instance uint64) Mark {
	generation := bits.Reverse32(Generation(instance)) >> (32 - (tagShift - generationShift))
	return Mark(generation)<<generationShift | Mark(Slot(instance))<<slotBits
}

// On puts the mark on a handle, or takes it off again. What is of no sort, such as 0, stays
// as it is.
func (m Mark) On(h uint64) uint64 {
	if TagOf(h) == 0 {
		return h
	}
	return h ^ uint64(m)
}

// OfAnotherInstance says whether h, from which the mark of an instance was taken, had that
// of another.
func OfAnotherInstance(h uint64) bool {
	_, ok := owners[TagOf(h)]
	return ok && h&foreign != 0
}

// NeverGivenOut is why a handle is refused that no one has had.
const NeverGivenOut = "never given out"

// A Refusal says why a handle stands for nothing.
type Refusal struct {
	Handle uint64
	Of     string // "agent"
	Why    string
}

func (r *Refusal) Error() string { return fmt.Sprintf("%s handle %#x: %s", r.Of, r.Handle, r.Why) }

// Unknown refuses a handle that was never given out for what was wanted.
func Unknown(h uint64, wanted Tag, of string) *Refusal {
	if owner, ok := OfAnother(h, wanted); ok {
		return &Refusal{h, of, "that is " + owner}
	}
	return &Refusal{h, of, NeverGivenOut}
}
