package main

// #include "apportion.h"
import "C"

import (
	"unsafe"

	"github.com/apportion/apportion/core"
)

// upcomingAgents returns the agent of each operation, 0 where it is about none or where the core
// does not wait for memory. It returns none for operations of another size.
func (in *instance) upcomingAgents(o operations) []core.AgentID {
	in.upcoming = in.upcoming[:0]
	if o.stride != unsafe.Sizeof(C.apportion_op{}) {
		return nil
	}
	for i := range o.count {
		op := (*C.apportion_op)(unsafe.Add(o.first, uintptr(i)*o.stride))
		var agent C.apportion_agent
		switch op._type {
		case C.APPORTION_OP_RECOVER_RESOURCES:
			agent = member[C.apportion_op_recover_resources](op).agent
		case C.APPORTION_OP_TRANSITION:
			agent = member[C.apportion_op_transition](op).agent
		case C.APPORTION_OP_UPDATE_ALLOCATION:
			agent = member[C.apportion_op_update_allocation](op).agent
		}
		in.upcoming = append(in.upcoming, in.agent(agent))
	}
	return in.upcoming
}
