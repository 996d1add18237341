package main

import (
	"unsafe"

	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/prefetch"
)

// upcomingCalls returns what each operation is about, as far as the core waits for memory. It
// returns nothing for operations of another size.
func (in *instance) upcomingCalls(o operations) []hooks.Upcoming {
	in.upcoming = in.upcoming[:0]
	if o.stride != unsafe.Sizeof(apportion_op{}) {
		return nil
	}
	for i := range o.count {
		op := o.view(i)
		agent, _, _ := subjectOf(op)
		call := hooks.Upcoming{Agent: in.agent(agent)}
		if op._type == APPORTION_OP_RECOVER_RESOURCES {
			call.Recovers = true
			call.Refuses = member[apportion_op_recover_resources](op).refuse_nanos != APPORTION_NO_FILTER
		}
		in.upcoming = append(in.upcoming, call)
	}
	return in.upcoming
}

// subjectOf returns the agent that an operation is about and the resources that it names there,
// if the core waits for their memory.
func subjectOf(op *apportion_op) (agent apportion_agent, resources *apportion_resource, count size_t) {
	switch op._type {
	case APPORTION_OP_RECOVER_RESOURCES:
		x := member[apportion_op_recover_resources](op)
		return x.agent, x.resources, x.resource_count
	case APPORTION_OP_TRANSITION:
		x := member[apportion_op_transition](op)
		return x.agent, x.resources, x.resource_count
	case APPORTION_OP_UPDATE_ALLOCATION:
		x := member[apportion_op_update_allocation](op)
		return x.agent, x.offered, x.offered_count
	}
	return apportion_agent{}, nil, 0
}

const (
	// resourcesAhead is how many operations before its own turn an operation's resources are
	// asked for. They lie anywhere in the host's memory.
	resourcesAhead = 8

	// fewResources are asked for: behind them the processor goes on by itself.
	fewResources = 8
)

// prefetch asks for the memory that operations soon after the i-th need.
func (in *instance) prefetch(batch operations, calls []hooks.Upcoming, i int) {
	hooks.Prefetch(&in.core.View, calls, i)
	i += resourcesAhead
	if i >= len(calls) {
		return
	}
	// Nobody has checked them yet: a hint to the processor cannot fail.
	if _, p, count := subjectOf(batch.view(i)); count > 0 {
		prefetch.Lines(unsafe.Pointer(p), uintptr(min(count, fewResources))*unsafe.Sizeof(*p))
	}
}
