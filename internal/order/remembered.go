package order

import (
	"encoding/binary"
	"slices"

	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// remembered is what a policy remembers of each dense name of resources. A name beyond the end of
// list has nothing. Neither has a name that was forgotten after the first asOf names were: its
// index may stand for another name by now.
type remembered[T comparable] struct {
	list []T
	asOf uint64
}

// at is what there is of a name.
func (r *remembered[T]) at(i int, names *rows.Names) (of T) {
	if i < len(r.list) && !names.ForgottenSince(quantities.Name(i), r.asOf) {
		of = r.list[i]
	}
	return of
}

// forget drops what there is of names that have been forgotten.
func (r *remembered[T]) forget(names *rows.Names) {
	if r.asOf != names.Forgotten() {
		r.list, r.asOf = r.current(names), names.Forgotten()
	}
}

// put sets what there is of a name.
func (r *remembered[T]) put(i int, of T) {
	for len(r.list) <= i {
		var nothing T
		r.list = append(r.list, nothing)
	}
	r.list[i] = of
}

// current is a copy of the list without what has been forgotten.
func (r *remembered[T]) current(names *rows.Names) []T {
	list := make([]T, len(r.list))
	for i := range list {
		list[i] = r.at(i, names)
	}
	return list
}

// copied shares no memory with r.
func (r *remembered[T]) copied() remembered[T] { return remembered[T]{slices.Clone(r.list), r.asOf} }

// append appends each name of which there is something, and 0.
func (r *remembered[T]) append(dst []byte, names *rows.Names, numbers func(T) (uint64, uint64)) []byte {
	var nothing T
	for i := range r.list {
		if of := r.at(i, names); of != nothing {
			first, second := numbers(of)
			dst = binary.AppendUvarint(dst, uint64(i)+1)
			dst = binary.AppendUvarint(binary.AppendUvarint(dst, first), second)
		}
	}
	return append(dst, 0)
}

// persist writes the list, or reads it.
func (r *remembered[T]) persist(c *wire.Codec, names *rows.Names, what string, numbers func(*T) (first, second *uint64)) {
	list := r.current(names)
	wire.List(c, &list, what, func(of *T) {
		first, second := numbers(of)
		c.Fixed(first)
		c.Fixed(second)
	})
	if !c.Reads() {
		return
	}
	if len(list) > quantities.DenseNames {
		c.Fail("%d %s are too many", len(list), what)
		return
	}
	r.list, r.asOf = list, names.Forgotten()
}
