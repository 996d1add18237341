package model

import (
	"math"
	"slices"

	"github.com/apportion/apportion/history"
)

// spans are sets of whole numbers: sorted ranges with gaps between them. A value
// is never changed once it is built.
type spans []history.Range

func (s spans) plus(other spans) spans { return history.MergeRanges(slices.Concat(s, other)) }

func (s spans) minus(other spans) spans {
	out := s
	for _, hole := range other {
		var rest spans
		for _, r := range out {
			if hole.End < r.Begin || r.End < hole.Begin {
				rest = append(rest, r)
				continue
			}
			if r.Begin < hole.Begin {
				rest = append(rest, history.Range{Begin: r.Begin, End: hole.Begin - 1})
			}
			if hole.End < r.End {
				rest = append(rest, history.Range{Begin: hole.End + 1, End: r.End})
			}
		}
		out = rest
	}
	return out
}

func (s spans) contains(other spans) bool { return len(other.minus(s)) == 0 }

// size is how many numbers there are, in thousandths, or the largest int64.
func (s spans) size() int64 {
	var count uint64
	for _, r := range s {
		n := r.End - r.Begin
		if n >= math.MaxInt64/1000-count {
			return math.MaxInt64
		}
		count += n + 1
	}
	return int64(count) * 1000
}
