package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

func (in *instance) setWeights(m *C.apportion_op_set_weights) error {
	var r reader
	rows := array[C.apportion_role_weight](&r, m.weights, m.count, C.APPORTION_MAX_COUNT, "weights")
	for i := range rows {
		r.reserved(rows[i].reserved, "weight")
	}
	weights := array[core.RoleWeight](&r, m.weights, m.count, C.APPORTION_MAX_COUNT, "weights")
	if r.err != nil {
		return r.err
	}
	return in.core.SetWeights(weights)
}
