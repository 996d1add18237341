package main

// #include "apportion.h"
import "C"

func (in *instance) suppressOffers(m *C.apportion_op_framework_roles) error {
	var r reader
	roles := r.roles(m.roles, m.role_count, "roles")
	if r.err != nil {
		return r.err
	}
	return in.core.SuppressOffers(in.framework(m.framework), roles)
}

func (in *instance) reviveOffers(m *C.apportion_op_framework_roles) error {
	var r reader
	roles := r.roles(m.roles, m.role_count, "roles")
	if r.err != nil {
		return r.err
	}
	return in.core.ReviveOffers(in.framework(m.framework), roles)
}
