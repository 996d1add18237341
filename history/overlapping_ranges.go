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

// A cut is a number at which an interval of a kind begins, or the one after its end.
type cut struct {
	kind alloc.KindID
	at   uint64
}

func (c cut) compare(d cut) int { return cmp.Or(cmp.Compare(c.kind, d.kind), cmp.Compare(c.at, d.at)) }

// cutsOf has the next kind's first number come after the last number.
func cutsOf(x *alloc.Resource) (begin, end cut) {
	if x.End == math.MaxUint64 {
		return cut{x.Kind, x.Begin}, cut{x.Kind + 1, 0}
	}
	return cut{x.Kind, x.Begin}, cut{x.Kind, x.End + 1}
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

// takeApart removes from each marked interval the numbers that a marked one before it has. It cuts all marked intervals
// at the ends of all, and goes through each piece between two cuts once, however many intervals have the piece.
func takeApart(list []alloc.Resource, marked []bool) (out []alloc.Resource) {
	var cuts []cut
	for i := range list {
		if marked[i] {
			begin, end := cutsOf(&list[i])
			cuts = append(cuts, begin, end)
		}
	}
	slices.SortFunc(cuts, cut.compare)
	cuts = slices.Compact(cuts)
	next := make([]int, len(cuts)) // of the piece after a cut: itself while nobody has it, then one nearer to the next that nobody has
	for i := range next {
		next[i] = i
	}
	free := func(i int) int {
		for next[i] != i {
			next[i] = next[next[i]]
			i = next[i]
		}
		return i
	}
	for i, x := range list {
		if !marked[i] {
			out = append(out, x)
			continue
		}
		begin, end := cutsOf(&x)
		first, _ := slices.BinarySearchFunc(cuts, begin, cut.compare)
		last, _ := slices.BinarySearchFunc(cuts, end, cut.compare)
		for at := free(first); at < last; at = free(at) {
			y := x
			y.Begin = cuts[at].at
			for ; at < last && next[at] == at; at++ {
				next[at] = at + 1
			}
			if at < last {
				y.End = cuts[at].at - 1
			}
			out = append(out, y)
		}
	}
	return out
}
