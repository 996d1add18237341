package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/cycle"
	"github.com/apportion/apportion/core/internal/examine"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/state"
)

// Allocator decides which framework is offered which agent's resources. It has no clock,
// no goroutine and no lock: calls take the time as an argument. Every call validates, then
// applies: one that returns an error has changed nothing.
//
// Its own methods change something: none of them may run concurrently with any other call.
// Those of its View only read. New and Restore make allocators: calls of a nil or zero one panic.
type Allocator struct {
	View
	scratch  scratch
	recorder Recorder // nil if nobody is told of calls
	recorded recordedCalls
}

// View is what can be asked of an allocator: &a.View is handed to whoever only reads. Its methods
// may run concurrently with each other, but not with a call that changes the allocator. Each method
// sees the allocator as it is at the time of the call. An argument that a method fills, such as a
// Metrics, must not be nil: that panics.
type View struct {
	state     *state.State
	cycle     *cycle.Cycle
	explainer *examine.Explainer
}

// New returns an allocator without agents or frameworks.
//
// Errors: CodeInvalid, CodeName, CodeAmount, CodeLimit; the text names the
// option.
func New(options alloc.Options) (*Allocator, error) {
	setRecoveryDefaults(&options)
	ownLists(&options)
	if err := validate(&options); err != nil {
		return nil, err
	}
	limits := defaultInterningLimits()
	s := state.New(&options, &limits, emulation)
	a := &Allocator{View: View{state: s, cycle: cycle.New(s)}}
	a.explainer = examine.New(s)
	if err := a.state.Kinds.CheckLists(options.MinAllocatable); err != nil {
		return nil, fault.Within(err, "options: minimum allocatable resources")
	}
	a.state.Frameworks.SetGlobalMinimum(a.state.Kinds.Rows(options.MinAllocatable))
	if err := a.setRolePolicies(options.RolePolicies); err != nil {
		return nil, err
	}
	return a, nil
}
