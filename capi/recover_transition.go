package main

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// recoverResources gives back resources of an offer or, if allocated is 1, what tasks no longer use. For refuse_nanos
// the framework is not offered these, nor less, on the agent.
func (in *instance) recoverResources(m *apportion_op_recover_resources) error {
	var r reader
	resources := r.resources(m.resources, m.resource_count, "recovery")
	allocated := r.yes(m.allocated, "recovery: allocated")
	if r.err != nil {
		return r.err
	}
	return in.core.RecoverResources(alloc.RecoverRequest{
		Now:       alloc.Time(m.now),
		Framework: in.framework(m.framework),
		Agent:     in.agent(m.agent),
		Role:      alloc.RoleID(m.role.number),
		Resources: resources,
		RefuseFor: time.Duration(m.refuse_nanos),
		Allocated: allocated,
	})
}

func (in *instance) transition(m *apportion_op_transition) error {
	var r reader
	r.reserved(m.reserved, "transition")
	resources := r.resources(m.resources, m.resource_count, "transition")
	if r.err != nil {
		return r.err
	}
	return in.core.TransitionOfferedToAllocated(in.agent(m.agent), alloc.RoleID(m.role.number), resources)
}
