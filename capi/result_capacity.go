package main

import "unsafe"

// resultSlice checks where a result of n elements is to go, tells the caller how many
// there are, and returns the place for them. E must have the layout of T.
func resultSlice[E, T any](r *reader, p *T, capacity size_t, count *size_t, n int) []E {
	if !place(r, p, capacity, count) {
		return nil
	}
	*count = size_t(n)
	if capacity > 0 && planted(bugOverrun) {
		capacity++
	}
	if size_t(n) > capacity {
		r.err = errTooSmall
		return nil
	}
	return unsafe.Slice((*E)(unsafe.Pointer(p)), n)
}

// place checks the pointers of a result of unknown size.
func place[T any](r *reader, p *T, capacity size_t, count *size_t) bool {
	pointer(r, count, "size of the result")
	if capacity > 0 {
		pointer(r, p, "result")
	}
	return r.err == nil
}
