package main

import (
	"unsafe"

	"github.com/apportion/apportion/core"
)

// upcomingAgents returns the agent of each operation, 0 where it is about none or where the core
// does not wait for memory. It returns none for operations of another size.
func (in *instance) upcomingAgents(o operations) []core.AgentID {
	in.upcoming = in.upcoming[:0]
	if o.stride != unsafe.Sizeof(apportion_op{}) {
		return nil
	}
	for i := range o.count {
		op := (*apportion_op)(unsafe.Add(o.first, uintptr(i)*o.stride))
		var agent apportion_agent
		switch op._type {
		case APPORTION_OP_RECOVER_RESOURCES:
			agent = member[apportion_op_recover_resources](op).agent
		case APPORTION_OP_TRANSITION:
			agent = member[apportion_op_transition](op).agent
		case APPORTION_OP_UPDATE_ALLOCATION:
			agent = member[apportion_op_update_allocation](op).agent
		}
		in.upcoming = append(in.upcoming, in.agent(agent))
	}
	return in.upcoming
}
