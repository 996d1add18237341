package container

import "slices"

// Shrink returns s in memory of its own if it uses less than a quarter of what it has,
// and that has room for more than least elements. What once held much would keep that
// for ever otherwise. It has room to grow to twice its length, so that what goes up and
// down a little stays where it is.
func Shrink[T any](s []T, least int) []T {
	if cap(s) <= least || len(s) >= cap(s)/4 {
		return s
	}
	return append(slices.Grow([]T(nil), 2*len(s)), s...)
}
