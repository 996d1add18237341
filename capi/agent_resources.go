package main

import (
	"C"

	"github.com/apportion/apportion/core/alloc"
)

// readResources writes what a question to the core appends. The roles of the
// ABI and of the core are the same, down to the one that stands for all.
func readResources(handle apportion_instance, p *apportion_resource, capacity size_t, count *size_t,
	question func(in *instance, dst []alloc.Resource) ([]alloc.Resource, error)) int32_t {
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
func apportion_agent_total(handle apportion_instance, agent apportion_agent, resources *apportion_resource, capacity size_t, count *size_t) int32_t {
	return readResources(handle, resources, capacity, count, func(in *instance, dst []alloc.Resource) ([]alloc.Resource, error) {
		return in.core.AgentTotal(dst, in.agent(agent))
	})
}

//export apportion_agent_free
func apportion_agent_free(handle apportion_instance, agent apportion_agent, resources *apportion_resource, capacity size_t, count *size_t) int32_t {
	return readResources(handle, resources, capacity, count, func(in *instance, dst []alloc.Resource) ([]alloc.Resource, error) {
		return in.core.AgentFree(dst, in.agent(agent))
	})
}

//export apportion_agent_held
func apportion_agent_held(handle apportion_instance, agent apportion_agent, framework apportion_framework, role apportion_role, resources *apportion_resource, capacity size_t, count *size_t) int32_t {
	return readResources(handle, resources, capacity, count, func(in *instance, dst []alloc.Resource) ([]alloc.Resource, error) {
		return in.core.OfferedOrAllocated(dst, in.agent(agent), in.framework(framework), alloc.RoleID(role.number))
	})
}

//export apportion_agent_allocated
func apportion_agent_allocated(handle apportion_instance, agent apportion_agent, role apportion_role, resources *apportion_resource, capacity size_t, count *size_t) int32_t {
	return readResources(handle, resources, capacity, count, func(in *instance, dst []alloc.Resource) ([]alloc.Resource, error) {
		return in.core.Allocated(dst, in.agent(agent), alloc.RoleID(role.number))
	})
}
