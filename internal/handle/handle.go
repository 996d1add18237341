// Package handle packs what stands for an allocator's things outside of it: 64
// bits that are an agent's, a framework's or an instance's, and say so.
package handle

import "github.com/apportion/apportion/internal/widths"

// A Tag says what a handle is of. It is the handle's topmost byte, and a letter,
// so that a number that was never a handle is hardly taken for one.
type Tag uint8

const (
	Agent     Tag = 'A'
	Framework Tag = 'F'
	Instance  Tag = 'I'
)

var owners = map[Tag]string{Agent: "an agent's", Framework: "a framework's", Instance: "an instance's"}

const (
	tagShift        = 56
	generationShift = 32
)

// MaxGeneration is the largest generation that is given out. A slot that has had it is not
// used again: its next handle would be one that was given out before.
const MaxGeneration = 1<<widths.Generation - 1

// Make packs a handle. Generations start at 1 and end at MaxGeneration.
func Make(tag Tag, generation, slot uint32) uint64 {
	return uint64(tag)<<tagShift | uint64(generation)<<generationShift | uint64(slot)
}

// TagOf returns what the handle says that it is of, which may be nothing.
func TagOf(h uint64) Tag { return Tag(h >> tagShift) }

// OfAnother returns whose handle h is, such as "a framework's", where that is not
// what was wanted.
func OfAnother(h uint64, wanted Tag) (owner string, ok bool) {
	owner, ok = owners[TagOf(h)]
	return owner, ok && TagOf(h) != wanted
}

// Generation counts those who have been in the handle's slot.
func Generation(h uint64) uint32 {
	return uint32(h>>generationShift) & (1<<(tagShift-generationShift) - 1)
}

// Slot is where the handle's agent, framework or instance is, or was.
func Slot(h uint64) uint32 { return uint32(h) }
