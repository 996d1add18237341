package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

func (in *instance) suppressOffers(m *C.apportion_op_framework_roles) error {
	var r reader
	roles := r.roles(m.roles, m.role_count, "roles")
	if r.err != nil {
		return r.err
	}
	return in.core.SuppressOffers(core.FrameworkID(m.framework), roles)
}

//export apportion_suppress_offers
func apportion_suppress_offers(handle C.apportion_instance, framework C.apportion_framework, roles *C.apportion_role, role_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.suppressOffers(&C.apportion_op_framework_roles{framework: framework, roles: roles, role_count: role_count})
	})
}

func (in *instance) reviveOffers(m *C.apportion_op_framework_roles) error {
	var r reader
	roles := r.roles(m.roles, m.role_count, "roles")
	if r.err != nil {
		return r.err
	}
	return in.core.ReviveOffers(core.FrameworkID(m.framework), roles)
}

//export apportion_revive_offers
func apportion_revive_offers(handle C.apportion_instance, framework C.apportion_framework, roles *C.apportion_role, role_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.reviveOffers(&C.apportion_op_framework_roles{framework: framework, roles: roles, role_count: role_count})
	})
}
