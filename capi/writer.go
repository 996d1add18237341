package main

// #include "apportion.h"
import "C"

import (
	"unsafe"

	"github.com/apportion/apportion/quantities"
)

func amount(v C.int64_t) quantities.Amount { return quantities.Amount(v) }

// room checks where a result of n elements is to go, tells the caller how many
// there are, and returns the place for them. E must have the layout of T.
func room[E, T any](r *reader, p *T, capacity C.size_t, count *C.size_t, n int) []E {
	if !place(r, p, capacity, count) {
		return nil
	}
	*count = C.size_t(n)
	if capacity > 0 && planted(bugOverrun) {
		capacity++
	}
	if C.size_t(n) > capacity {
		r.err = errTooSmall
		return nil
	}
	return unsafe.Slice((*E)(unsafe.Pointer(p)), n)
}

// place checks the pointers of a result of unknown size.
func place[T any](r *reader, p *T, capacity C.size_t, count *C.size_t) bool {
	pointer(r, count, "size of the result")
	if capacity > 0 {
		pointer(r, p, "result")
	}
	return r.err == nil
}

// writeText writes a text of unknown size.
func writeText[S string | []byte](p *C.char, capacity C.size_t, size *C.size_t, s S) error {
	var r reader
	copy(room[byte](&r, p, capacity, size, len(s)), s)
	return r.err
}

// writeRows writes rows that have the layout of the caller's.
func writeRows[E, T any](p *T, capacity C.size_t, count *C.size_t, rows []E) error {
	var r reader
	copy(room[E](&r, p, capacity, count, len(rows)), rows)
	return r.err
}

// write writes a result of fixed size, whose pointer was checked before.
func write[T any](p *T, v T, err error) error {
	if err == nil {
		*p = v
	}
	return err
}

func flag(on bool) C.int32_t {
	if on {
		return 1
	}
	return 0
}
