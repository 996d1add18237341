package quantities

import (
	"iter"
	"math/bits"
	"slices"
)

// NameSet is a set of names: near ones as bits, far ones in a sorted list. The
// zero value is empty.
type NameSet struct {
	near uint64
	far  []Name
}

// Has reports whether n is a member.
func (s *NameSet) Has(n Name) bool {
	if n < NearNames {
		return s.near&(1<<n) != 0
	}
	_, ok := slices.BinarySearch(s.far, n)
	return ok
}

// Set adds n.
func (s *NameSet) Set(n Name) {
	if n < NearNames {
		s.near |= 1 << n
	} else if i, ok := slices.BinarySearch(s.far, n); !ok {
		s.far = slices.Insert(s.far, i, n)
	}
}

// Reset removes all members and keeps the room for them.
func (s *NameSet) Reset() { s.near, s.far = 0, s.far[:0] }

// CopyFrom makes s equal to o.
func (s *NameSet) CopyFrom(o *NameSet) { s.near, s.far = o.near, append(s.far[:0], o.far...) }

// Empty reports whether there is no member.
func (s *NameSet) Empty() bool { return s.near == 0 && len(s.far) == 0 }

// Near returns the members that are near names as the bits of a word.
func (s *NameSet) Near() uint64 { return s.near }

// HasFar reports whether there is a far name.
func (s *NameSet) HasFar() bool { return len(s.far) > 0 }

// All ranges over the members in the order of their indices.
func (s *NameSet) All() iter.Seq[Name] {
	return func(yield func(Name) bool) {
		for w := s.near; w != 0; w &= w - 1 {
			if !yield(Name(bits.TrailingZeros64(w))) {
				return
			}
		}
		for _, n := range s.far {
			if !yield(n) {
				return
			}
		}
	}
}
