//go:build apportion_benchhooks

package main

// #include "apportion.h"
import "C"

import (
	"time"

	"github.com/apportion/apportion/core"
)

// What bench/abi needs to compare the C library with the core that is in it.

// apportion_bench_recover carries out a batch of recoveries and writes how long
// the core's calls took, without reading their arguments.
//
//export apportion_bench_recover
func apportion_bench_recover(handle C.apportion_instance, ops *C.apportion_op, count C.size_t, nanos *C.int64_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		calls := make([]core.RecoverRequest, 0, count)
		for _, op := range array[C.apportion_op](&r, ops, count, C.APPORTION_MAX_COUNT, "operations") {
			m := member[C.apportion_op_recover_resources](&op)
			calls = append(calls, core.RecoverRequest{
				Framework: in.framework(m.framework),
				Agent:     in.agent(m.agent),
				Role:      core.RoleID(m.role),
				Resources: r.resources(m.resources, m.resource_count, "recovered"),
			})
		}
		if r.err != nil {
			return r.err
		}
		began := time.Now()
		for i := range calls {
			if err := in.core.Allocator.RecoverResources(calls[i]); err != nil {
				return err
			}
		}
		*nanos = C.int64_t(time.Since(began))
		return nil
	})
}
