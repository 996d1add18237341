package resource

import "math"

// Poison spoils the scratch bags of an operation or a visit that is done: who kept one
// finds an item that does not exist, with an amount that cannot be. It acts under the
// build tag invariants only. Whoever uses a bag again resets it first, as always.
func Poison(bags ...*Bag) {
	if !poisons {
		return
	}
	for _, b := range bags {
		b.Counts = spoil(b.Counts, Count{key: math.MaxUint32, N: math.MinInt64})
		b.Intervals = spoil(b.Intervals, Interval{Kind: math.MaxUint32, Begin: 1})
		b.Flags = math.MaxUint8
	}
}

// spoil fills all of a list's memory, and makes a list of it.
func spoil[T any](list []T, with T) []T {
	list = append(list[:0], with)
	list = list[:cap(list)]
	for i := range list {
		list[i] = with
	}
	return list
}
