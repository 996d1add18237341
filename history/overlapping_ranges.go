package history

import (
	"cmp"
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// MergeRanges gives the numbers of the ranges as sorted ranges with gaps between
// them. A range that ends before it begins holds nothing. The argument is not
// changed.
func MergeRanges(ranges []Range) []Range {
	sorted := slices.Clone(ranges)
	slices.SortFunc(sorted, func(a, b Range) int { return cmp.Compare(a.Begin, b.Begin) })
	merged := sorted[:0]
	for _, r := range sorted {
		if r.End < r.Begin {
			continue
		}
		last := len(merged) - 1
		if last >= 0 && (merged[last].End == math.MaxUint64 || r.Begin <= merged[last].End+1) {
			merged[last].End = max(merged[last].End, r.End)
			continue
		}
		merged = append(merged, r)
	}
	return merged
}

// appendApart appends what an interval has that none of earlier does.
func appendApart(out []alloc.Resource, x alloc.Resource, earlier []alloc.Resource) []alloc.Resource {
	for i, y := range earlier {
		if y.Kind != x.Kind || y.Begin > x.End || x.Begin > y.End || x.Begin > x.End {
			continue
		}
		if x.Begin < y.Begin {
			out = appendApart(out, alloc.IntervalOf(x.Kind, x.Begin, y.Begin-1), earlier[i+1:])
		}
		if x.End > y.End {
			out = appendApart(out, alloc.IntervalOf(x.Kind, y.End+1, x.End), earlier[i+1:])
		}
		return out
	}
	return append(out, x)
}
