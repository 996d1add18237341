//go:build apportion_testhooks

package main

import "C"

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"unsafe"
)

// What tests need and no host may have: the library is not built with this
// tag.

var plantedBug atomic.Int32 // 0 for none

// planted reports whether a bug is to be committed.
func planted(bug int32) bool { return plantedBug.Load() == bug }

//export apportion_test_plant
func apportion_test_plant(bug int32_t) { plantedBug.Store(int32(bug)) }

//export apportion_test_panic
func apportion_test_panic(handle apportion_instance) int32_t {
	return enter(handle, func(*instance) error { panic("provoked") })
}

// apportion_test_validate checks all invariants; one that is broken is a panic.
//
//export apportion_test_validate
func apportion_test_validate(handle apportion_instance) int32_t {
	return enter(handle, func(in *instance) error {
		if err := in.core.Validate(); err != nil {
			panic(err)
		}
		return nil
	})
}

// apportion_test_keep_memory has the library hand no memory back when instances are destroyed, which
// takes a collection of the whole heap each time.
//
//export apportion_test_keep_memory
func apportion_test_keep_memory() { reclaims.Add(1) } // as if it were under way for ever

// apportion_test_hold sets *entered and stays in the instance until *release.
//
//export apportion_test_hold
func apportion_test_hold(handle apportion_instance, entered, release *int32_t) int32_t {
	return enter(handle, func(*instance) error {
		atomic.StoreInt32((*int32)(entered), 1)
		for atomic.LoadInt32((*int32)(release)) == 0 {
			runtime.Gosched()
		}
		return nil
	})
}

// apportion_test_collector tells the settings of the garbage collector.
//
//export apportion_test_collector
func apportion_test_collector(percent *int32_t, limit *int64_t) {
	now := debug.SetGCPercent(-1)
	debug.SetGCPercent(now)
	*percent, *limit = int32_t(now), int64_t(debug.SetMemoryLimit(-1))
}

// apportion_test_move_stack has the runtime move a stack that p is on.
//
//export apportion_test_move_stack
func apportion_test_move_stack(p unsafe.Pointer) int32_t {
	if deepen(p, 256) != p {
		return APPORTION_E_INVALID
	}
	return APPORTION_OK
}

//go:noinline
func deepen(p unsafe.Pointer, levels int) unsafe.Pointer {
	var frame [512]byte
	if levels == 0 {
		return p
	}
	frame[levels%len(frame)] = 1
	q := deepen(p, levels-1)
	runtime.KeepAlive(&frame)
	if q != p {
		return nil
	}
	return p
}
