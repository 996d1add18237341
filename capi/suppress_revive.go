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

func (in *instance) reviveOffers(m *C.apportion_op_framework_roles) error {
	var r reader
	roles := r.roles(m.roles, m.role_count, "roles")
	if r.err != nil {
		return r.err
	}
	return in.core.ReviveOffers(core.FrameworkID(m.framework), roles)
}
