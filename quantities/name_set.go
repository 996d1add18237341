package quantities

import (
	"iter"
	"math/bits"
	"slices"
)

// NameSet is a set of names: dense ones as bits, sparse ones in a sorted list. The
// zero value is empty.
type NameSet struct {
	dense  uint64
	sparse []Name
}

// Has reports whether n is a member.
func (s *NameSet) Has(n Name) bool {
	if n < DenseNames {
		return s.dense&(1<<n) != 0
	}
	_, ok := slices.BinarySearch(s.sparse, n)
	return ok
}

// Set adds n.
func (s *NameSet) Set(n Name) {
	if n < DenseNames {
		s.dense |= 1 << n
	} else if i, ok := slices.BinarySearch(s.sparse, n); !ok {
		s.sparse = slices.Insert(s.sparse, i, n)
	}
}

// Reset removes all members and keeps the room for them.
func (s *NameSet) Reset() { s.dense, s.sparse = 0, s.sparse[:0] }

// CopyFrom makes s equal to o.
func (s *NameSet) CopyFrom(o *NameSet) {
	s.dense, s.sparse = o.dense, append(s.sparse[:0], o.sparse...)
}

// Empty reports whether there is no member.
func (s *NameSet) Empty() bool { return s.dense == 0 && len(s.sparse) == 0 }

// Dense returns the members that are dense names as the bits of a word.
func (s *NameSet) Dense() uint64 { return s.dense }

// HasSparse reports whether there is a sparse name.
func (s *NameSet) HasSparse() bool { return len(s.sparse) > 0 }

// All ranges over the members in the order of their indices.
func (s *NameSet) All() iter.Seq[Name] {
	return func(yield func(Name) bool) {
		for w := s.dense; w != 0; w &= w - 1 {
			if !yield(Name(bits.TrailingZeros64(w))) {
				return
			}
		}
		for _, n := range s.sparse {
			if !yield(n) {
				return
			}
		}
	}
}
