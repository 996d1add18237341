package core

import (
	"cmp"
	"slices"
)

// span is an interval of whole numbers, both ends included, of one kind:
// ports, or the numbers of interned set items.
type span struct {
	kind       KindID
	begin, end uint64
}

// spans is the value of all kinds of ranges and sets in a bag.
//
// Invariant: sorted by kind and begin; intervals of one kind neither overlap
// nor touch.
type spans []span

// search returns the index of the first interval that ends at or after x, in
// the order of spans.
func (s spans) search(kind KindID, x uint64) int {
	if len(s) == 0 || s[0].kind == kind && s[0].end >= x {
		return 0
	}
	i, _ := slices.BinarySearchFunc(s, x, func(y span, x uint64) int {
		if y.kind != kind {
			return cmp.Compare(y.kind, kind)
		}
		if y.end < x {
			return -1
		}
		return 1
	})
	return i
}

// insert unites s with one interval.
func (s *spans) insert(x span) {
	// What touches x on the left ends at x.begin-1.
	first := s.search(x.kind, x.begin-min(x.begin, 1))
	last := first
	for ; last < len(*s); last++ {
		y := &(*s)[last]
		if y.kind != x.kind || x.end < y.begin && y.begin-x.end > 1 {
			break
		}
		x.begin, x.end = min(x.begin, y.begin), max(x.end, y.end)
	}
	if last == first {
		*s = slices.Insert(*s, first, x)
		return
	}
	(*s)[first] = x
	*s = slices.Delete(*s, first+1, last)
}

// remove takes one interval out of s, as far as it is there.
func (s *spans) remove(x span) {
	i := s.search(x.kind, x.begin)
	for i < len(*s) {
		y := (*s)[i]
		if y.kind != x.kind || y.begin > x.end {
			return
		}
		left := span{y.kind, y.begin, x.begin - 1}
		right := span{y.kind, x.end + 1, y.end}
		keepLeft, keepRight := y.begin < x.begin, y.end > x.end
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

// contains reports whether every number in o is in s.
func (s spans) contains(o spans) bool {
	for _, x := range o {
		// What comes back is mostly what was offered: interval by interval.
		if len(s) > 0 && s[0] == x {
			s = s[1:]
			continue
		}
		s = s[s.search(x.kind, x.begin):]
		if len(s) == 0 || s[0].kind != x.kind || s[0].begin > x.begin || s[0].end < x.end {
			return false
		}
	}
	return true
}

// overlaps reports whether some number of x is in s.
func (s spans) overlaps(x span) bool {
	i := s.search(x.kind, x.begin)
	return i < len(s) && s[i].kind == x.kind && s[i].begin <= x.end
}

// of returns the intervals of one kind, a part of s.
func (s spans) of(kind KindID) spans {
	first := s.search(kind, 0)
	last := first
	for last < len(s) && s[last].kind == kind {
		last++
	}
	return s[first:last]
}

// count returns how many numbers x holds, at most about 10^12.
func (x span) count() int64 { return int64(min(x.end-x.begin, 1<<40)) + 1 }
