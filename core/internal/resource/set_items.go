package resource

import "strings"

// SetItems numbers the items of set resources, which an Interval then stands
// for. Numbers are handed out from 0. The zero value is empty.
type SetItems struct {
	names  []string
	byName map[string]uint64
}

// Len returns how many items there are.
func (s *SetItems) Len() int { return len(s.names) }

// Name returns the name of an item that there is.
func (s *SetItems) Name(n uint64) string { return s.names[n] }

// Intern returns the number of an item. The name is copied.
func (s *SetItems) Intern(name string) (uint64, error) {
	if n, ok := s.byName[name]; ok {
		return n, nil
	}
	if len(s.names) >= Max {
		return 0, ErrFull
	}
	if s.byName == nil {
		s.byName = map[string]uint64{}
	}
	n := uint64(len(s.names))
	name = strings.Clone(name)
	s.byName[name] = n
	s.names = append(s.names, name)
	return n, nil
}
