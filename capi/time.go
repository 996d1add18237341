package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

func (in *instance) advance(m *C.apportion_op_advance) error {
	// Its clock would stand still from then on.
	if m.now == C.APPORTION_NEVER {
		return fail(C.APPORTION_E_INVALID, "now: that is APPORTION_NEVER, which is no time: nothing is due before the next event")
	}
	in.core.Advance(core.Time(m.now))
	return nil
}

//export apportion_next_deadline
func apportion_next_deadline(handle C.apportion_instance, nanos *C.int64_t) C.int32_t {
	return ask(handle, nanos, "nanos", func(a *core.Allocator) C.int64_t {
		if at, ok := a.NextDeadline(); ok {
			return C.int64_t(at)
		}
		return C.APPORTION_NEVER
	})
}

//export apportion_now
func apportion_now(handle C.apportion_instance, nanos *C.int64_t) C.int32_t {
	return ask(handle, nanos, "nanos", func(a *core.Allocator) C.int64_t { return C.int64_t(a.Now()) })
}
