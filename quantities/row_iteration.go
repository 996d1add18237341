package quantities

import (
	"iter"
	"slices"
)

// All ranges over the amounts that are not zero, in the order of the names'
// indices.
func (r Row) All() iter.Seq2[Name, Amount] {
	return func(yield func(Name, Amount) bool) {
		for i, a := range r.near {
			if a != 0 && !yield(Name(i), a) {
				return
			}
		}
		if r.HasFar() {
			r.far.all(yield)
		}
	}
}

// Far ranges over the amounts of far names that are not zero, in the order of the
// names' indices.
func (r Row) Far() iter.Seq2[Name, Amount] {
	return func(yield func(Name, Amount) bool) {
		if r.HasFar() {
			r.far.all(yield)
		}
	}
}

// AppendNames appends to dst the names of which any of the rows has an amount,
// in the order of their indices and each once, and returns it.
func AppendNames(dst []Name, rows ...Row) []Name {
	start, near := len(dst), 0
	for _, r := range rows {
		near = max(near, len(r.near))
	}
	for n := range Name(near) {
		if slices.ContainsFunc(rows, func(r Row) bool { return r.At(n) != 0 }) {
			dst = append(dst, n)
		}
	}
	far := len(dst)
	for _, r := range rows {
		for n := range r.Far() {
			dst = append(dst, n)
		}
	}
	slices.Sort(dst[far:])
	return dst[:start+len(slices.Compact(dst[start:]))]
}
