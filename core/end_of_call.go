package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
)

// settle ends each call, but the cycle, that may change agents, frameworks or roles: it forgets what nothing
// refers to any more, and records the call. A call that returns a handle does both itself.
func (a *Allocator) settle(refused *error, call func() calls.Call) {
	a.tidy()
	a.record(0, *refused, call)
}

// tidy forgets what nothing refers to any more. Under the build tag invariants it also spoils the memory that calls
// work in.
func (a *Allocator) tidy() {
	a.forgetUnused()
	if assert.Checking {
		resource.PoisonAll(&a.scratch)
		a.verify()
	}
}

// record tells the recorder of a call. It is inlined: call is made for a recorder alone.
func (a *Allocator) record(answer uint64, refused error, call func() calls.Call) {
	if a.recorder != nil {
		a.recorder.Called(call(), answer, refused)
	}
}
