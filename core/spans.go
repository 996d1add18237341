package core

// Span is a closed interval of whole numbers: ports, or the numbers of
// interned set items.
type Span struct {
	Begin, End uint64
}

// spans is a sorted list of disjoint, non-adjacent intervals. Values are
// immutable once they are in a bag, so that they can be shared between an
// agent's total, what is free and what is offered.
type spans []Span

// insert adds one interval and returns the normalised list; s must be owned
// by the caller.
func (s spans) insert(x Span) spans {
	out := make(spans, 0, len(s)+1)
	for i, y := range s {
		switch {
		case adjacentOrBefore(y, x):
			out = append(out, y)
		case adjacentOrBefore(x, y):
			out = append(out, x)
			return append(out, s[i:]...)
		default:
			x = Span{min(x.Begin, y.Begin), max(x.End, y.End)}
		}
	}
	return append(out, x)
}

// adjacentOrBefore reports whether a ends before b begins with a gap between.
func adjacentOrBefore(a, b Span) bool {
	return a.End < b.Begin && b.Begin-a.End > 1
}

func (s spans) union(o spans) spans {
	if len(s) == 0 {
		return o
	}
	out := s
	for _, x := range o {
		out = out.insert(x)
	}
	return out
}

// minus returns what is in s and not in o.
func (s spans) minus(o spans) spans {
	if len(o) == 0 {
		return s
	}
	out := make(spans, 0, len(s))
	j := 0
	for _, x := range s {
		for j < len(o) && o[j].End < x.Begin {
			j++
		}
		gone := false
		for k := j; k < len(o) && o[k].Begin <= x.End; k++ {
			if o[k].Begin > x.Begin {
				out = append(out, Span{x.Begin, o[k].Begin - 1})
			}
			if o[k].End >= x.End {
				gone = true
				break
			}
			x.Begin = max(x.Begin, o[k].End+1)
		}
		if !gone {
			out = append(out, x)
		}
	}
	return out
}

// contains reports whether every number in o is in s.
func (s spans) contains(o spans) bool {
	i := 0
	for _, x := range o {
		for i < len(s) && s[i].End < x.Begin {
			i++
		}
		if i == len(s) || s[i].Begin > x.Begin || s[i].End < x.End {
			return false
		}
	}
	return true
}

func (s spans) equal(o spans) bool {
	if len(s) != len(o) {
		return false
	}
	for i := range s {
		if s[i] != o[i] {
			return false
		}
	}
	return true
}

// overlaps reports whether some number is in both.
func (s spans) overlaps(x Span) bool {
	for _, y := range s {
		if y.Begin <= x.End && x.Begin <= y.End {
			return true
		}
	}
	return false
}

// count returns how many numbers s holds, saturating far above any amount.
func (s spans) count() uint64 {
	var n uint64
	for _, x := range s {
		n += min(x.End-x.Begin, 1<<40) + 1
		n = min(n, 1<<42)
	}
	return n
}
