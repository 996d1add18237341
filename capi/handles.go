package main

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/handle"
)

// registry holds the live instances.
//
// Invariants:
//  1. no handle ever means two instances: each instance of a slot has a greater
//     generation, and the slot is given up after the last one;
//  2. an instance's handle is no agent's and no framework's: it says its sort;
//  3. no two that are there have the same mark.
var registry struct {
	mu    sync.Mutex // held to change a slot, never to look one up
	slots [APPORTION_MAX_INSTANCES]slot
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
		in.mark = handle.MarkOf(in.handle)
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
func noInstance(h uint64) int32_t {
	if owner, ok := handle.OfAnother(h, handle.Instance); ok {
		return process.keep(fail(APPORTION_E_HANDLE, "instance handle %#x: that is %s", h, owner))
	}
	return process.keep(fail(APPORTION_E_HANDLE, "instance handle %#x: there is none, or no longer", h))
}

// Marks tell apart as many instances as there can be.
func _() { _ = [1]struct{}{}[APPORTION_MAX_INSTANCES-handle.MaxMarkedInstances] }

// agent returns the core's handle for the host's, or one that the core refuses, if it is of
// another instance. 0 stays 0, here and below.
func (in *instance) agent(h apportion_agent) alloc.AgentID {
	return alloc.AgentID(in.mark.On(uint64(h.handle)))
}

// framework is agent for a framework's handle.
func (in *instance) framework(h apportion_framework) alloc.FrameworkID {
	return alloc.FrameworkID(in.mark.On(uint64(h.handle)))
}

// agentHandle returns the host's handle for the core's.
func (in *instance) agentHandle(id alloc.AgentID) apportion_agent {
	return apportion_agent{uint64_t(in.mark.On(uint64(id)))}
}

// frameworkHandle is agentHandle for a framework's handle.
func (in *instance) frameworkHandle(id alloc.FrameworkID) apportion_framework {
	return apportion_framework{uint64_t(in.mark.On(uint64(id)))}
}

// told returns an error as the host is told of it: with the handle that it passed, and
// where that is of another instance.
func (in *instance) told(err error) error {
	var refusal *handle.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	of := *refusal
	of.Handle = in.mark.On(of.Handle)
	if of.Why == handle.NeverGivenOut && handle.OfAnotherInstance(refusal.Handle) {
		of.Why = "that is of another instance"
	}
	return fail(alloc.Code(codeOf(err)), "%s", strings.Replace(err.Error(), refusal.Error(), of.Error(), 1))
}
