package main

import "github.com/apportion/apportion/core/alloc"

func (in *instance) setWeights(m *apportion_op_set_weights) error {
	var r reader
	rows := array[apportion_role_weight](&r, m.weights, m.count, APPORTION_MAX_COUNT, "weights")
	for i := range rows {
		r.reserved(rows[i].reserved, "weight")
	}
	weights := array[alloc.RoleWeight](&r, m.weights, m.count, APPORTION_MAX_COUNT, "weights")
	if r.err != nil {
		return r.err
	}
	return in.core.SetWeights(weights)
}
