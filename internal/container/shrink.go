package container

import "slices"

// OneMore returns s with one more element: the one that stood there before, if any did, so that its memory
// is used again.
func OneMore[T any](s []T) []T {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	var fresh T
	return append(s, fresh)
}

// Shrink moves s to a new slice with room for 2*len(s), if cap(s) > least and len(s) < cap(s)/4,
// and returns that. So a slice does not keep for ever the memory that it needed once. Otherwise
// Shrink returns s.
func Shrink[T any](s []T, least int) []T {
	if cap(s) <= least || len(s) >= cap(s)/4 {
		return s
	}
	return append(slices.Grow([]T(nil), 2*len(s)), s...)
}
