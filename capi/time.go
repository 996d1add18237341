package main

import (
	"C"

	"github.com/apportion/apportion/core/alloc"
)

import "github.com/apportion/apportion/core"

// advance moves the clock. It runs no cycle, even if one is due then.
func (in *instance) advance(m *apportion_op_advance) error {
	now := alloc.Time(m.now)
	if err := now.Check(); err != nil {
		return err
	}
	in.core.Advance(now)
	return nil
}

//export apportion_next_deadline
func apportion_next_deadline(handle apportion_instance, nanos *int64_t) int32_t {
	return ask(handle, nanos, "nanos", nextDeadline)
}

func nextDeadline(a *core.View) int64_t {
	if at, ok := a.NextDeadline(); ok {
		return int64_t(at)
	}
	return APPORTION_NEVER
}

//export apportion_now
func apportion_now(handle apportion_instance, nanos *int64_t) int32_t {
	return ask(handle, nanos, "nanos", func(a *core.View) int64_t { return int64_t(a.Now()) })
}
