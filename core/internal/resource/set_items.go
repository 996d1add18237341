package resource

import (
	"math"
	"strings"

	"github.com/apportion/apportion/internal/container"
)

// SetItems interns the items of set resources for as long as something refers to them,
// as Kinds does kinds. An Interval is of their numbers.
//
// Invariants:
//  1. byName has every item;
//  2. refs = calls of Ref - calls of Unref;
//  3. an item that is neither held nor referred to is in idle.
type SetItems struct {
	items  container.Registry[setItem]
	byName *container.NameTable[uint32]
	idle   []uint32
}

type setItem struct {
	name string
	refs uint32
	held bool // by the host
	idle bool // in SetItems.idle
}

// formOfSetItems lets a number come again after 2^12<<9 others, which is above 2^20.
var formOfSetItems = container.Form{SlotBits: 23, LeftVacant: 1 << 12}

// NewSetItems returns an empty table.
func NewSetItems() *SetItems {
	s := &SetItems{items: container.NewRegistry[setItem](formOfSetItems)}
	names := container.NewNameTable(func(n uint32) string { return s.items.At(n).name })
	s.byName = &names
	return s
}

// Len returns how many items there are.
func (s *SetItems) Len() int { return s.items.Len() }

// Name returns an item's name, if the number is an item's.
func (s *SetItems) Name(n uint64) (name string, ok bool) {
	if n > math.MaxUint32 {
		return "", false
	}
	x := s.items.Get(uint32(n))
	if x == nil {
		return "", false
	}
	return x.name, true
}

// HasAll reports whether every number from first to last is an item's.
func (s *SetItems) HasAll(first, last uint64) bool {
	if last > math.MaxUint32 {
		return false
	}
	for n := first; n <= last; n++ {
		if !s.items.Has(uint32(n)) {
			return false
		}
	}
	return true
}

// FirstMissing returns the first number from n on that is no item's.
func (s *SetItems) FirstMissing(n uint64) uint64 {
	for s.HasAll(n, n) {
		n++
	}
	return n
}

// GivenOut reports whether a number is or was an item's.
func (s *SetItems) GivenOut(n uint64) bool { return n <= math.MaxUint32 && s.items.GivenOut(uint32(n)) }

// Hash returns a number that depends on an item's name alone.
func (s *SetItems) Hash(n uint64) uint64 { return contentHash(s.items.At(uint32(n)).name) }

// Intern returns the number of an item, and makes the host hold it. It copies the name.
func (s *SetItems) Intern(name string) (uint64, error) {
	n, ok := s.byName.Find(name)
	if !ok {
		if s.Len() >= Max {
			return 0, ErrFull
		}
		n = s.items.Add()
		s.items.At(n).name = strings.Clone(name)
		s.byName.Put(n)
	}
	s.items.At(n).held = true
	return uint64(n), nil
}

// Held reports whether a number is an item's and the host holds it.
func (s *SetItems) Held(n uint64) bool {
	if n > math.MaxUint32 {
		return false
	}
	x := s.items.Get(uint32(n))
	return x != nil && x.held
}

// Hold notes that the host refers to an item.
func (s *SetItems) Hold(n uint64) { s.items.At(uint32(n)).held = true }

// Release undoes Hold.
func (s *SetItems) Release(n uint64) {
	x := s.items.At(uint32(n))
	x.held = false
	s.check(uint32(n), x)
}

// Ref counts one more reference to each of the items from first to last.
func (s *SetItems) Ref(first, last uint64) {
	for n := first; n <= last; n++ {
		s.items.At(uint32(n)).refs++
	}
}

// Unref undoes Ref.
func (s *SetItems) Unref(first, last uint64) {
	for n := first; n <= last; n++ {
		x := s.items.At(uint32(n))
		x.refs--
		s.check(uint32(n), x)
	}
}

// check puts an item on the list idle if it has become unused.
func (s *SetItems) check(n uint32, x *setItem) {
	if x.refs == 0 && !x.held && !x.idle {
		x.idle = true
		s.idle = append(s.idle, n)
	}
}

// Idle reports whether there may be something to forget.
func (s *SetItems) Idle() bool { return len(s.idle) > 0 }

// ForgetIdle forgets the unused items.
func (s *SetItems) ForgetIdle() {
	for _, n := range s.idle {
		x := s.items.At(n)
		x.idle = false
		if x.refs == 0 && !x.held {
			s.byName.Remove(n)
			s.items.Remove(n)
		}
	}
	s.idle = s.idle[:0]
}
