package main

import (
	"C"

	"github.com/apportion/apportion/core/alloc"
)

import "github.com/apportion/apportion/core"

func (in *instance) advance(m *apportion_op_advance) error {
	// Its clock would stand still from then on.
	if m.now == APPORTION_NEVER {
		return fail(APPORTION_E_INVALID, "now: that is APPORTION_NEVER, which is no time: nothing is due before the next event")
	}
	in.core.Advance(alloc.Time(m.now))
	return nil
}

//export apportion_next_deadline
func apportion_next_deadline(handle apportion_instance, nanos *int64_t) int32_t {
	return ask(handle, nanos, "nanos", func(a *core.View) int64_t {
		if at, ok := a.NextDeadline(); ok {
			return int64_t(at)
		}
		return APPORTION_NEVER
	})
}

//export apportion_now
func apportion_now(handle apportion_instance, nanos *int64_t) int32_t {
	return ask(handle, nanos, "nanos", func(a *core.View) int64_t { return int64_t(a.Now()) })
}
