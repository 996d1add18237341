package main

// #include "apportion.h"
import "C"

import (
	"sync"
	"sync/atomic"

	"github.com/apportion/apportion/internal/handle"
)

// registry holds the live instances.
//
// Invariants:
//  1. no handle ever means two instances: each instance of a slot has a greater
//     generation, and the slot is given up after the last one;
//  2. an instance's handle is no agent's and no framework's: it says its sort.
var registry struct {
	mu    sync.Mutex // held to change a slot, never to look one up
	slots [C.APPORTION_MAX_INSTANCES]slot
}

type slot struct {
	generation uint32
	instance   atomic.Pointer[instance]
}

// register gives an instance its handle; false if all slots are taken or used up.
func register(in *instance) bool {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	for i := range registry.slots {
		s := &registry.slots[i]
		if s.instance.Load() != nil || s.generation == handle.MaxGeneration {
			continue
		}
		s.generation++
		in.handle = handle.Make(handle.Instance, s.generation, uint32(i))
		s.instance.Store(in)
		return true
	}
	return false
}

// unregister makes an instance's handle stale.
func unregister(in *instance) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	registry.slots[handle.Slot(in.handle)].instance.Store(nil)
}

// lookup returns the instance that a handle stands for, or nil.
func lookup(h uint64) *instance {
	i := handle.Slot(h)
	if int(i) >= len(registry.slots) {
		return nil
	}
	in := registry.slots[i].instance.Load()
	if in == nil || in.handle != h {
		return nil
	}
	return in
}

// noInstance is the error of a handle that stands for no instance.
func noInstance(h uint64) C.int32_t {
	if owner, ok := handle.OfAnother(h, handle.Instance); ok {
		return process.keep(fail(C.APPORTION_E_HANDLE, "instance handle %#x: that is %s", h, owner))
	}
	return process.keep(fail(C.APPORTION_E_HANDLE, "instance handle %#x: there is none, or no longer", h))
}
