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

// overlap says whether intervals of one kind overlap, or one of them ends before it begins.
func overlap(list []alloc.Resource) bool {
	sorted := slices.SortedFunc(slices.Values(list), func(x, y alloc.Resource) int { return cmp.Compare(x.Begin, y.Begin) })
	for i, x := range sorted {
		if x.End < x.Begin || i > 0 && x.Begin <= sorted[i-1].End {
			return true
		}
	}
	return false
}

// united gives what intervals of one kind have, each number once.
func united(list []alloc.Resource) []alloc.Resource {
	var ranges []Range
	for _, x := range list {
		ranges = append(ranges, Range{Begin: x.Begin, End: x.End})
	}
	var out []alloc.Resource
	for _, r := range MergeRanges(ranges) {
		out = append(out, alloc.IntervalOf(list[0].Kind, r.Begin, r.End))
	}
	return out
}
