package main

import "github.com/apportion/apportion/core/alloc"

func (in *instance) setQuota(m *apportion_op_set_quota) error {
	var r reader
	r.reserved(m.reserved, "quota")
	q := alloc.Quota{
		Guarantees: r.quantities(m.guarantees, "guarantees"),
		Limits:     r.quantities(m.limits, "limits"),
	}
	if r.err != nil {
		return r.err
	}
	return in.core.SetQuota(alloc.RoleID(m.role.number), q)
}
