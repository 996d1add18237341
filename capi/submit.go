package main

import "C"

import (
	"runtime/debug"
	"unsafe"
)

//export apportion_submit
func apportion_submit(handle apportion_instance, ops *apportion_op, count size_t, results *apportion_result) int32_t {
	done := 0
	code := enter(handle, func(in *instance) error {
		var r reader
		batch := r.operations(ops, count)
		out := array[apportion_result](&r, results, count, APPORTION_MAX_COUNT, "results")
		if r.err != nil {
			return r.err
		}
		return in.submit(batch, out, &done)
	})
	if code == APPORTION_E_PANIC {
		abandon(results, count, done)
	}
	return code
}

// submit applies operations one after the other and counts those done. The
// error is about the first that failed.
func (in *instance) submit(batch operations, out []apportion_result, done *int) error {
	var first error
	calls := in.upcomingCalls(batch)
	for i := range out {
		in.prefetch(batch, calls, i)
		value, err := in.apply(batch, i)
		out[i] = apportion_result{code: codeOf(err), value: uint64_t(value)}
		if err != nil && planted(bugTrace) {
			in.core.Pause()
		}
		if err != nil && first == nil {
			first = fail(APPORTION_E_PARTIAL, "operation %d: %s", i, in.told(err))
		}
		*done = i + 1
	}
	return first
}

// abandon writes the results of operations that a panic has left undone. The
// place for them may be what the panic was about.
func abandon(results *apportion_result, count size_t, done int) {
	defer func() { _ = recover() }()
	debug.SetPanicOnFault(true)
	var r reader
	out := array[apportion_result](&r, results, count, APPORTION_MAX_COUNT, "results")
	for i := done; i < len(out); i++ {
		out[i] = apportion_result{code: APPORTION_E_PANIC}
	}
}

// member views the union of an operation as the member that its type names.
func member[T any](op *apportion_op) *T { return (*T)(unsafe.Pointer(&op.u)) }

// valued makes a handle or number the value of a result.
func valued[T ~uint32 | ~uint64](v T, err error) (uint64, error) { return uint64(v), err }
