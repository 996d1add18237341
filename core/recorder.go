package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// A Recorder is told of every call that changes something, whoever makes it, once it has been
// made. It may ask the allocator's View. What it is given is good until it returns.
type Recorder interface {
	// Called is told of every call but Allocate: which number or handle it returned (0 if none),
	// and why it was refused.
	Called(c calls.Call, answer uint64, refused error)
	// Allocated is told of Allocate, and the digest of its outcome (Cycle.Digest).
	Allocated(now alloc.Time, out *alloc.Cycle, digest uint64)
}

// recordedCalls are what a recorder is told of the calls that masters make most. They are filled for each, so
// that recording them allocates nothing.
type recordedCalls struct {
	recover    calls.RecoverResources
	transition calls.TransitionOfferedToAllocated
}

// SetRecorder has r told of all calls from now on; nil ends that. Package journal has one that
// writes them into files. Cost: constant.
func (a *Allocator) SetRecorder(r Recorder) { a.recorder = r }

// Recorder is who is told of all calls, nil if nobody. Cost: constant.
func (a *Allocator) Recorder() Recorder { return a.recorder }
