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
// A call that changes something must not run concurrently with any other. Calls that only
// read may run concurrently with each other: queries of names, handles, numbers and
// resources, explanations, Metrics, AppendState, Digest, Snapshot, Validate.
type Allocator struct {
	state     *state.State
	cycle     cycle.Cycle
	explainer *examine.Explainer
	scratch   scratch
}

// New returns an allocator without agents or frameworks.
//
// Errors: CodeInvalid, CodeName, CodeAmount, CodeLimit; the text names the
// option.
func New(options alloc.Options) (*Allocator, error) {
	setDefaults(&options)
	ownLists(&options)
	if err := validate(&options); err != nil {
		return nil, err
	}
	limits := defaultInterningLimits
	a := &Allocator{state: state.New(&options, &limits, emulation)}
	a.cycle.Init(cycle.NewCluster(a.state))
	a.explainer = examine.New(a.cycle.Cluster)
	if err := a.state.Kinds.CheckLists(options.MinAllocatable); err != nil {
		return nil, fault.Within(err, "options: minimum allocatable resources")
	}
	a.state.Frameworks.Minima.Init(a.state.Names, a.state.Kinds.Rows(options.MinAllocatable))
	if err := a.setRolePolicies(options.RolePolicies); err != nil {
		return nil, err
	}
	return a, nil
}
