package main

import "C"

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/rows"
)

func (in *instance) declareRole(path *apportion_str) (alloc.RoleID, error) {
	var r reader
	text := r.str(*path, "role")
	if r.err != nil {
		return 0, r.err
	}
	return in.core.InternRole(text)
}

func (in *instance) declareItem(name *apportion_str) (alloc.SetItemID, error) {
	var r reader
	text := r.str(*name, "set item")
	if r.err != nil {
		return 0, r.err
	}
	return in.core.InternItem(text)
}

// release reads the numbers that a caller does without and releases them. However often a host declared a role or an
// item, it releases it once. If a call names a number twice, the core refuses it and releases none.
func release[E, T any](p *T, n size_t, what string, release func(...E) error) error {
	var r reader
	numbers := array[E](&r, p, n, APPORTION_MAX_COUNT, what)
	if r.err != nil {
		return r.err
	}
	return release(numbers...)
}

func (in *instance) releaseRoles(m *apportion_op_release_roles) error {
	return release(m.roles, m.count, "roles", in.core.ReleaseRoles)
}

func (in *instance) releaseItems(m *apportion_op_release_items) error {
	return release(m.items, m.count, "items", in.core.ReleaseItems)
}

// enterFind writes the handle that look finds by an id. Where it finds none, unknown is the code.
func enterFind[Handle any](handle apportion_instance, id *char, size size_t, out *Handle, what string, unknown alloc.Code, look func(in *instance, id string) (Handle, bool)) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		text := r.text(id, size, what+" id")
		if !pointer(&r, out, "handle of the "+what) || r.err != nil {
			return r.err
		}
		found, ok := look(in, text)
		if !ok {
			return fail(unknown, "%s %q: there is none", what, text)
		}
		*out = found
		return nil
	})
}

//export apportion_find_agent
func apportion_find_agent(handle apportion_instance, id *char, id_size size_t, agent *apportion_agent) int32_t {
	return enterFind(handle, id, id_size, agent, "agent", APPORTION_E_UNKNOWN_AGENT, func(in *instance, id string) (apportion_agent, bool) {
		found, ok := in.core.FindAgent(id)
		return in.agentHandle(found), ok
	})
}

//export apportion_find_framework
func apportion_find_framework(handle apportion_instance, id *char, id_size size_t, framework *apportion_framework) int32_t {
	return enterFind(handle, id, id_size, framework, "framework", APPORTION_E_UNKNOWN_FRAMEWORK, func(in *instance, id string) (apportion_framework, bool) {
		found, ok := in.core.FindFramework(id)
		return in.frameworkHandle(found), ok
	})
}

// enterName writes the name that a lookup finds.
func enterName(handle apportion_instance, name *char, capacity size_t, size *size_t, find func(*instance) (string, error)) int32_t {
	return enter(handle, func(in *instance) error {
		s, err := find(in)
		if err != nil {
			return err
		}
		return writeText(name, capacity, size, s)
	})
}

//export apportion_agent_name
func apportion_agent_name(handle apportion_instance, agent apportion_agent, name *char, capacity size_t, size *size_t) int32_t {
	return enterName(handle, name, capacity, size, func(in *instance) (string, error) {
		return in.core.AgentName(in.agent(agent))
	})
}

//export apportion_framework_name
func apportion_framework_name(handle apportion_instance, framework apportion_framework, name *char, capacity size_t, size *size_t) int32_t {
	return enterName(handle, name, capacity, size, func(in *instance) (string, error) {
		return in.core.FrameworkName(in.framework(framework))
	})
}

//export apportion_role_name
func apportion_role_name(handle apportion_instance, role apportion_role, name *char, capacity size_t, size *size_t) int32_t {
	return enterName(handle, name, capacity, size, func(in *instance) (string, error) {
		return in.core.RoleName(alloc.RoleID(role.number))
	})
}

//export apportion_item_name
func apportion_item_name(handle apportion_instance, item uint64_t, name *char, capacity size_t, size *size_t) int32_t {
	return enterName(handle, name, capacity, size, func(in *instance) (string, error) {
		return in.core.ItemName(alloc.SetItemID(item))
	})
}

//export apportion_resource_name
func apportion_resource_name(handle apportion_instance, resource apportion_name, name *char, capacity size_t, size *size_t) int32_t {
	return enterName(handle, name, capacity, size, func(in *instance) (string, error) {
		return hooks.NumberedResource(&in.core.View, rows.Number(resource.number))
	})
}
