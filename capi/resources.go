package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

func (in *instance) recoverResources(m *C.apportion_op_recover_resources) error {
	var r reader
	resources := r.resources(m.resources, m.resource_count, "recovered")
	if r.err != nil {
		return r.err
	}
	return in.core.RecoverResources(core.RecoverRequest{
		Now:       core.Time(m.now),
		Framework: core.FrameworkID(m.framework),
		Agent:     core.AgentID(m.agent),
		Role:      core.RoleID(m.role),
		Resources: resources,
		RefuseFor: refuseFor(m.refuse_nanos),
		Allocated: m.allocated != 0,
	})
}

//export apportion_recover_resources
func apportion_recover_resources(handle C.apportion_instance, now C.int64_t, framework C.apportion_framework, agent C.apportion_agent, role C.apportion_role, resources *C.apportion_resource, resource_count C.size_t, refuse_nanos C.int64_t, allocated C.uint32_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.recoverResources(&C.apportion_op_recover_resources{
			now: now, framework: framework, agent: agent,
			resources: resources, resource_count: resource_count,
			refuse_nanos: refuse_nanos, role: role, allocated: allocated})
	})
}

func (in *instance) transition(m *C.apportion_op_transition) error {
	var r reader
	r.reserved(m.reserved, "transition")
	resources := r.resources(m.resources, m.resource_count, "allocated")
	if r.err != nil {
		return r.err
	}
	return in.core.TransitionOfferedToAllocated(core.AgentID(m.agent), core.RoleID(m.role), resources)
}

//export apportion_transition
func apportion_transition(handle C.apportion_instance, agent C.apportion_agent, role C.apportion_role, resources *C.apportion_resource, resource_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.transition(&C.apportion_op_transition{
			agent: agent, resources: resources, resource_count: resource_count, role: role})
	})
}

func (in *instance) updateAllocation(m *C.apportion_op_update_allocation) error {
	var r reader
	r.reserved(m.reserved, "update of an allocation")
	offered := r.resources(m.offered, m.offered_count, "offered")
	conversions := r.conversions(m.conversions, m.conversion_count)
	if r.err != nil {
		return r.err
	}
	return in.core.UpdateAllocation(core.AllocationUpdate{
		Framework:   core.FrameworkID(m.framework),
		Agent:       core.AgentID(m.agent),
		Role:        core.RoleID(m.role),
		Offered:     offered,
		Conversions: conversions,
	})
}

//export apportion_update_allocation
func apportion_update_allocation(handle C.apportion_instance, framework C.apportion_framework, agent C.apportion_agent, role C.apportion_role, offered *C.apportion_resource, offered_count C.size_t, conversions *C.apportion_conversion, conversion_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.updateAllocation(&C.apportion_op_update_allocation{
			framework: framework, agent: agent, offered: offered, offered_count: offered_count,
			conversions: conversions, conversion_count: conversion_count, role: role})
	})
}

func (in *instance) updateAvailable(m *C.apportion_op_update_available) error {
	var r reader
	conversions := r.conversions(m.conversions, m.conversion_count)
	if r.err != nil {
		return r.err
	}
	return in.core.UpdateAvailable(core.AgentID(m.agent), conversions)
}

//export apportion_update_available
func apportion_update_available(handle C.apportion_instance, agent C.apportion_agent, conversions *C.apportion_conversion, conversion_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.updateAvailable(&C.apportion_op_update_available{
			agent: agent, conversions: conversions, conversion_count: conversion_count})
	})
}
