package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

func (in *instance) setQuota(m *C.apportion_op_set_quota) error {
	var r reader
	r.reserved(m.reserved, "quota")
	q := core.Quota{
		Guarantees: r.quantities(m.guarantees, "guarantees"),
		Limits:     r.quantities(m.limits, "limits"),
	}
	if r.err != nil {
		return r.err
	}
	return in.core.SetQuota(core.RoleID(m.role), q)
}

//export apportion_set_quota
func apportion_set_quota(handle C.apportion_instance, role C.apportion_role, guarantees *C.apportion_quantity, guarantee_count C.size_t, limits *C.apportion_quantity, limit_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.setQuota(&C.apportion_op_set_quota{
			guarantees: C.apportion_quantities{items: guarantees, count: guarantee_count},
			limits:     C.apportion_quantities{items: limits, count: limit_count},
			role:       role})
	})
}
