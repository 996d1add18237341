package history

import (
	"cmp"
	"math"
	"slices"
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
