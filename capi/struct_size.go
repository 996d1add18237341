package main

import (
	"unsafe"
)

// A record is a struct that starts with its size, and later headers append fields
// to it. The caller sets the size: of its own header's struct, which may be older or
// newer than the library's, or of the first fields that it has declared.

// recordSize reads a record's size and fails for one that none can have.
func recordSize[T any](r *reader, p *T, least uintptr, what string) uintptr {
	if !pointer(r, p, what) {
		return 0
	}
	size := uintptr(*(*uint32)(unsafe.Pointer(p)))
	if size < least || size > APPORTION_MAX_STRUCT || size%8 != 0 {
		r.notASize(size, least, unsafe.Sizeof(*p), what)
		return 0
	}
	return size
}

//go:noinline
func (r *reader) notASize(size, least, known uintptr, what string) {
	hint := ""
	if size == 0 {
		hint = ": its _INIT macro sets it"
	}
	r.fail(APPORTION_E_STRUCT_SIZE, "%s: struct_size is %d; it has %d bytes, of which %d must be there, and multiples of 8 only%s",
		what, size, known, least, hint)
}

// record returns a caller's record with all the fields that this library knows;
// fields that the caller's lacks are zero. If it cannot be read, all are, and r has
// the error.
func record[T any](r *reader, p *T, least uintptr, what string) *T {
	size := recordSize(r, p, least, what)
	if r.err != nil {
		return new(T)
	}
	if size == unsafe.Sizeof(*p) {
		return p
	}
	return resized(r, p, size, what)
}

// resized is record for a caller whose record is shorter or longer.
func resized[T any](r *reader, p *T, size uintptr, what string) *T {
	if size < unsafe.Sizeof(*p) {
		whole := new(T)
		copy(rawBytes(whole, unsafe.Sizeof(*whole)), rawBytes(p, size+uintptr(overread(bugLongRecord))))
		return whole
	}
	if !surplusIsZero(r, p, size, what) {
		return new(T)
	}
	return p
}

// surplusIsZero fails unless the fields that a later header has are as if they
// were not there.
func surplusIsZero[T any](r *reader, p *T, size uintptr, what string) bool {
	for _, b := range rawBytes(p, size)[unsafe.Sizeof(*p):] {
		if b != 0 {
			r.fail(APPORTION_E_RESERVED, "%s: struct_size is %d, and of what is behind the %d bytes that this library knows not all are 0",
				what, size, unsafe.Sizeof(*p))
			return false
		}
	}
	return true
}

// answer is a record that a call fills in.
type answer[T any] struct {
	to   *T
	size uintptr
}

// answered checks a record that a call is to fill in.
func answered[T any](r *reader, p *T, least uintptr, what string) answer[T] {
	size := recordSize(r, p, least, what)
	if r.err == nil && size > unsafe.Sizeof(*p) {
		surplusIsZero(r, p, size, what)
	}
	return answer[T]{p, size}
}

// write writes those fields of v that the caller's record has, but for its
// size.
func (a answer[T]) write(v *T) {
	n := min(a.size, unsafe.Sizeof(*v))
	const after = unsafe.Sizeof(uint32_t(0))
	copy(rawBytes(a.to, n)[after:], rawBytes(v, n)[after:])
}

// rawBytes views the first n bytes at p.
func rawBytes[T any](p *T, n uintptr) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), n) }

// operations views an array of records of one size, whatever that is.
type operations struct {
	first  unsafe.Pointer
	stride uintptr
	count  int
}

// operations checks an array of operations. The first one's size is the
// distance between them.
func (r *reader) operations(ops *apportion_op, count size_t) operations {
	if len(array[apportion_op](r, ops, count, APPORTION_MAX_COUNT, "operations")) == 0 {
		return operations{}
	}
	// Go takes the union for bytes, which need no alignment.
	if align := unsafe.Alignof(uint64(0)); !usable(unsafe.Pointer(ops), align) {
		r.unusable(unsafe.Pointer(ops), align, "operations")
		return operations{}
	}
	stride := recordSize(r, ops, APPORTION_OP_MIN_SIZE, "operation 0")
	return operations{unsafe.Pointer(ops), stride, int(count)}
}

// view views an operation, whatever its size.
func (o operations) view(i int) *apportion_op {
	return (*apportion_op)(unsafe.Add(o.first, uintptr(i)*o.stride))
}

// at returns an operation with all the fields that this library knows.
func (o operations) at(r *reader, i int) *apportion_op {
	op := o.view(i)
	if size := uintptr(op.struct_size); size != o.stride {
		r.fail(APPORTION_E_STRUCT_SIZE, "operation: struct_size is %d and not %d as that of the first one", size, o.stride)
		return nil
	}
	if o.stride == unsafe.Sizeof(*op) {
		return op
	}
	return resized(r, op, o.stride, "operation")
}
