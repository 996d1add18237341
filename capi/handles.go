package main

// #include "apportion.h"
import "C"

import (
	"sync"
	"sync/atomic"
)

// registry holds the live instances.
//
// Invariants:
//  1. a slot's generation grows with each instance that it holds, so that a
//     handle never comes to mean another instance;
//  2. generations start at 1, so that no handle is 0.
var registry struct {
	mu    sync.Mutex // held to change a slot, never to look one up
	slots [C.APPORTION_MAX_INSTANCES]slot
}

type slot struct {
	generation uint32
	instance   atomic.Pointer[instance]
}

// register gives an instance its handle; false if all slots are taken.
func register(in *instance) bool {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	for i := range registry.slots {
		s := &registry.slots[i]
		if s.instance.Load() != nil {
			continue
		}
		s.generation++
		in.handle = uint64(s.generation)<<32 | uint64(i)
		s.instance.Store(in)
		return true
	}
	return false
}

// unregister makes an instance's handle stale.
func unregister(in *instance) {
	registry.mu.Lock()
	defer registry.mu.Unlock()
	registry.slots[uint32(in.handle)].instance.Store(nil)
}

// lookup returns the instance that a handle stands for, or nil.
func lookup(handle uint64) *instance {
	i := uint32(handle)
	if int(i) >= len(registry.slots) {
		return nil
	}
	in := registry.slots[i].instance.Load()
	if in == nil || in.handle != handle {
		return nil
	}
	return in
}
