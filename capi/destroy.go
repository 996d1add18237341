package main

import "C"

import (
	"runtime/debug"
	"sync/atomic"

	"github.com/apportion/apportion/core/alloc"
)

// While another call of the instance is under way it is APPORTION_E_BUSY, and nothing is destroyed; one that panicked
// can be. It waits for no reader.
//
//export apportion_destroy
func apportion_destroy(handle apportion_instance) int32_t {
	return enterPoisoned(handle, destroy)
}

func destroy(in *instance) error {
	in.destroyed = true
	_ = in.stopRecording() // what it could not write, nobody can be told any more
	unregister(in)
	// A reader may still hold the instance, which must not keep all the rest
	// from being collected.
	in.core, in.cycle, in.headroom = nil, alloc.Cycle{}, nil
	in.state, in.snapshot = longResult{}, longResult{}
	in.gathered.Store(nil)
	in.gatheredState.Store(nil)
	in.explained.Store(nil)
	in.views.forget()
	reclaim()
	return nil
}

// reclaims counts the destroyed instances whose memory is still to be handed
// back to the system.
var reclaims atomic.Int64

// reclaim hands memory back in the background, since that takes a collection
// of the whole heap: one for all the instances destroyed while the last one
// ran.
func reclaim() {
	if reclaims.Add(1) > 1 {
		return
	}
	go func() {
		for {
			n := reclaims.Load()
			debug.FreeOSMemory()
			if reclaims.Add(-n) == 0 {
				return
			}
		}
	}()
}
