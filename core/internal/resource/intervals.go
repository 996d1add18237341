package resource

import (
	"cmp"
	"iter"
	"slices"
)

// Interval is the whole numbers from Begin to End, both included, of one kind: ports, or
// numbers of set items.
type Interval struct {
	Kind       KindID
	Begin, End uint64
}

// Intervals is all ranges and sets in a bag.
//
// Invariant: they ascend by Kind, Begin; two of one kind neither overlap nor touch.
type Intervals []Interval

// search returns the index of the first interval that ends at or after x, in
// the order of Intervals.
func (s Intervals) search(kind KindID, x uint64) int {
	if len(s) == 0 || s[0].Kind == kind && s[0].End >= x {
		return 0
	}
	i, _ := slices.BinarySearchFunc(s, x, func(y Interval, x uint64) int {
		if y.Kind != kind {
			return cmp.Compare(y.Kind, kind)
		}
		if y.End < x {
			return -1
		}
		return 1
	})
	return i
}

// endsBefore reports whether all of s is before x and does not touch it.
func (s Intervals) endsBefore(x *Interval) bool {
	if len(s) == 0 {
		return true
	}
	last := &s[len(s)-1]
	return last.Kind < x.Kind || last.Kind == x.Kind && last.End < x.Begin && x.Begin-last.End > 1
}

// Insert unites s with one interval.
func (s *Intervals) Insert(x Interval) {
	if s.endsBefore(&x) { // mostly they come in order
		*s = append(*s, x)
		return
	}
	// An interval that touches x on the left ends at x.Begin-1.
	first := s.search(x.Kind, x.Begin-min(x.Begin, 1))
	last := first
	for ; last < len(*s); last++ {
		y := &(*s)[last]
		if y.Kind != x.Kind || x.End < y.Begin && y.Begin-x.End > 1 {
			break
		}
		x.Begin, x.End = min(x.Begin, y.Begin), max(x.End, y.End)
	}
	if last == first {
		*s = slices.Insert(*s, first, x)
		return
	}
	(*s)[first] = x
	*s = slices.Delete(*s, first+1, last)
}

// Remove takes the numbers of one interval out of s.
func (s *Intervals) Remove(x Interval) {
	i := s.search(x.Kind, x.Begin)
	for i < len(*s) {
		y := (*s)[i]
		if y.Kind != x.Kind || y.Begin > x.End {
			return
		}
		left := Interval{y.Kind, y.Begin, x.Begin - 1}
		right := Interval{y.Kind, x.End + 1, y.End}
		keepLeft, keepRight := y.Begin < x.Begin, y.End > x.End
		switch {
		case keepLeft && keepRight:
			(*s)[i] = left
			*s = slices.Insert(*s, i+1, right)
			return
		case keepLeft:
			(*s)[i] = left
			i++
		case keepRight:
			(*s)[i] = right
			return
		default:
			*s = slices.Delete(*s, i, i+1)
		}
	}
}

// Contains reports whether every number in o is in s.
func (s Intervals) Contains(o Intervals) bool {
	for _, x := range o {
		// Mostly resources come back as they were offered: interval by interval.
		if len(s) > 0 && s[0] == x {
			s = s[1:]
			continue
		}
		s = s[s.search(x.Kind, x.Begin):]
		if len(s) == 0 || s[0].Kind != x.Kind || s[0].Begin > x.Begin || s[0].End < x.End {
			return false
		}
	}
	return true
}

// Overlaps reports whether some number of x is in s.
func (s Intervals) Overlaps(x Interval) bool {
	if s.endsBefore(&x) {
		return false
	}
	i := s.search(x.Kind, x.Begin)
	return i < len(s) && s[i].Kind == x.Kind && s[i].Begin <= x.End
}

// Of returns the intervals of one kind, a part of s.
func (s Intervals) Of(kind KindID) Intervals {
	first := s.search(kind, 0)
	last := first
	for last < len(s) && s[last].Kind == kind {
		last++
	}
	return s[first:last]
}

// Kinds ranges over the kinds in s and the intervals of each, parts of s.
func (s Intervals) Kinds() iter.Seq2[KindID, Intervals] {
	return func(yield func(KindID, Intervals) bool) {
		for len(s) > 0 {
			kind, end := s[0].Kind, 1
			for end < len(s) && s[end].Kind == kind {
				end++
			}
			if !yield(kind, s[:end:end]) {
				return
			}
			s = s[end:]
		}
	}
}
