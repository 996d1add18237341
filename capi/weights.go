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

//export apportion_set_weights
func apportion_set_weights(handle C.apportion_instance, weights *C.apportion_role_weight, count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.setWeights(&C.apportion_op_set_weights{weights: weights, count: count})
	})
}
