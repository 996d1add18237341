package quantities

import (
	"iter"
	"slices"
)

// All ranges over the amounts that are not zero, in the order of the names'
// indices.
func (r Row) All() iter.Seq2[Name, Amount] {
	return func(yield func(Name, Amount) bool) {
		for i, a := range r.dense {
			if a != 0 && !yield(Name(i), a) {
				return
			}
		}
		if r.HasSparse() {
			r.sparse.all(yield)
		}
	}
}

// Sparse ranges over the amounts of sparse names that are not zero, in the order of the
// names' indices.
func (r Row) Sparse() iter.Seq2[Name, Amount] {
	return func(yield func(Name, Amount) bool) {
		if r.HasSparse() {
			r.sparse.all(yield)
		}
	}
}

// AppendNames appends to dst the names of which any of the rows has an amount,
// in the order of their indices and each once, and returns it.
func AppendNames(dst []Name, rows ...Row) []Name {
	start, dense := len(dst), 0
	for _, r := range rows {
		dense = max(dense, len(r.dense))
	}
	for n := range Name(dense) {
		if slices.ContainsFunc(rows, func(r Row) bool { return r.At(n) != 0 }) {
			dst = append(dst, n)
		}
	}
	sparse := len(dst)
	for _, r := range rows {
		for n := range r.Sparse() {
			dst = append(dst, n)
		}
	}
	slices.Sort(dst[sparse:])
	return dst[:start+len(slices.Compact(dst[start:]))]
}
