package main

import (
	"unsafe"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/prefetch"
)

// upcomingCalls returns what each operation is about, as far as the core waits for memory. It
// returns nothing for operations of another size.
func (in *instance) upcomingCalls(o operations) []core.Upcoming {
	in.upcoming = in.upcoming[:0]
	if o.stride != unsafe.Sizeof(apportion_op{}) {
		return nil
	}
	for i := range o.count {
		op := (*apportion_op)(unsafe.Add(o.first, uintptr(i)*o.stride))
		var call core.Upcoming
		switch op._type {
		case APPORTION_OP_RECOVER_RESOURCES:
			x := member[apportion_op_recover_resources](op)
			call = core.Upcoming{Agent: in.agent(x.agent), Recovers: true, Refuses: refuseFor(x.refuse_nanos) != 0}
		case APPORTION_OP_TRANSITION:
			call.Agent = in.agent(member[apportion_op_transition](op).agent)
		case APPORTION_OP_UPDATE_ALLOCATION:
			call.Agent = in.agent(member[apportion_op_update_allocation](op).agent)
		}
		in.upcoming = append(in.upcoming, call)
	}
	return in.upcoming
}

const (
	// resourcesAhead is how many operations before its own turn an operation's resources are
	// asked for. They lie anywhere in the host's memory.
	resourcesAhead = 8

	// fewResources are asked for: behind them the processor goes on by itself.
	fewResources = 8
)

// prefetch asks for the memory that operations soon after the i-th need.
func (in *instance) prefetch(batch operations, calls []core.Upcoming, i int) {
	in.core.Prefetch(calls, i)
	batch.prefetchResources(i)
}

// prefetchResources asks for the resources that an operation soon after the i-th names.
func (o operations) prefetchResources(i int) {
	i += resourcesAhead
	if i >= o.count || o.stride != unsafe.Sizeof(apportion_op{}) {
		return
	}
	op := (*apportion_op)(unsafe.Add(o.first, uintptr(i)*o.stride))
	switch op._type {
	case APPORTION_OP_RECOVER_RESOURCES:
		x := member[apportion_op_recover_resources](op)
		prefetchRow(x.resources, x.resource_count)
	case APPORTION_OP_TRANSITION:
		x := member[apportion_op_transition](op)
		prefetchRow(x.resources, x.resource_count)
	case APPORTION_OP_UPDATE_ALLOCATION:
		x := member[apportion_op_update_allocation](op)
		prefetchRow(x.offered, x.offered_count)
	}
}

// prefetchRow asks for resources, which nobody has checked yet: a hint to the processor cannot
// fail.
func prefetchRow(p *apportion_resource, count size_t) {
	prefetch.Lines(unsafe.Pointer(p), uintptr(min(count, fewResources))*unsafe.Sizeof(*p))
}
