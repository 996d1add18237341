package resource

import (
	"math"
	"strings"

	"github.com/apportion/apportion/internal/container"
)

// SetItems interns the items of set resources for as long as something refers to them,
// as Kinds does kinds. An Interval is of their numbers.
type SetItems struct {
	items container.Registry[string, setItem] // by name
}

type setItem struct{ name string }

// formOfSetItems lets a number come again after 2^12<<9 others, which is above 2^20.
var formOfSetItems = container.Form{SlotBits: 23, LeftVacant: 1 << 12}

// NewSetItems returns an empty table.
func NewSetItems() *SetItems {
	return &SetItems{items: container.NewRegistry(formOfSetItems, func(x *setItem) string { return x.name })}
}

// Numbers are those of the items.
func (s *SetItems) Numbers() *container.Numbers { return &s.items.Numbers }

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
func (s *SetItems) Hash(n uint64) uint64 { return hashOfText(s.items.At(uint32(n)).name) }

// Intern returns the number of an item, and makes the host hold it until ReleaseItems. It copies the name.
func (s *SetItems) Intern(name string) (uint64, error) {
	n, ok := s.items.Find(name)
	if !ok {
		if s.items.Len() >= Max {
			return 0, ErrFull
		}
		n = s.items.Add(setItem{strings.Clone(name)})
	}
	s.items.Hold(n)
	return uint64(n), nil
}

// Ref counts one more reference to each of the items from first to last.
func (s *SetItems) Ref(first, last uint64) {
	for n := first; n <= last; n++ {
		s.items.Ref(uint32(n))
	}
}

// Unref undoes Ref.
func (s *SetItems) Unref(first, last uint64) {
	for n := first; n <= last; n++ {
		s.items.Unref(uint32(n))
	}
}
