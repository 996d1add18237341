package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

// readResources writes what a question to the core appends. The roles of the
// ABI and of the core are the same, down to the one that stands for all.
func readResources(handle C.apportion_instance, p *C.apportion_resource, capacity C.size_t, count *C.size_t,
	question func(in *instance, dst []core.Resource) ([]core.Resource, error)) C.int32_t {
	return enter(handle, func(in *instance) error {
		answer, err := question(in, in.resources[:0])
		if err != nil {
			return err
		}
		in.resources = answer
		return writeResources(p, capacity, count, answer)
	})
}

//export apportion_agent_total
func apportion_agent_total(handle C.apportion_instance, agent C.apportion_agent, resources *C.apportion_resource, capacity C.size_t, count *C.size_t) C.int32_t {
	return readResources(handle, resources, capacity, count, func(in *instance, dst []core.Resource) ([]core.Resource, error) {
		return in.core.AgentTotal(dst, in.agent(agent))
	})
}

//export apportion_agent_free
func apportion_agent_free(handle C.apportion_instance, agent C.apportion_agent, resources *C.apportion_resource, capacity C.size_t, count *C.size_t) C.int32_t {
	return readResources(handle, resources, capacity, count, func(in *instance, dst []core.Resource) ([]core.Resource, error) {
		return in.core.AgentFree(dst, in.agent(agent))
	})
}

//export apportion_agent_held
func apportion_agent_held(handle C.apportion_instance, agent C.apportion_agent, framework C.apportion_framework, role C.apportion_role, resources *C.apportion_resource, capacity C.size_t, count *C.size_t) C.int32_t {
	return readResources(handle, resources, capacity, count, func(in *instance, dst []core.Resource) ([]core.Resource, error) {
		return in.core.OfferedOrAllocated(dst, in.agent(agent), in.framework(framework), core.RoleID(role))
	})
}

//export apportion_agent_allocated
func apportion_agent_allocated(handle C.apportion_instance, agent C.apportion_agent, role C.apportion_role, resources *C.apportion_resource, capacity C.size_t, count *C.size_t) C.int32_t {
	return readResources(handle, resources, capacity, count, func(in *instance, dst []core.Resource) ([]core.Resource, error) {
		return in.core.Allocated(dst, in.agent(agent), core.RoleID(role))
	})
}
