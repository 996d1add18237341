//go:build apportion_benchhooks

package main

import "C"

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// What bench/abi needs to compare the C library with the core that is in it.

// apportion_bench_recover carries out a batch of recoveries and writes how long
// the core's calls took, without reading their arguments.
//
//export apportion_bench_recover
func apportion_bench_recover(handle apportion_instance, ops *apportion_op, count size_t, nanos *int64_t) int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		calls := make([]alloc.RecoverRequest, 0, count)
		for _, op := range array[apportion_op](&r, ops, count, APPORTION_MAX_COUNT, "operations") {
			m := member[apportion_op_recover_resources](&op)
			calls = append(calls, alloc.RecoverRequest{
				Framework: in.framework(m.framework),
				Agent:     in.agent(m.agent),
				Role:      alloc.RoleID(m.role.number),
				Resources: r.resources(m.resources, m.resource_count, "recovered"),
			})
		}
		if r.err != nil {
			return r.err
		}
		began := time.Now()
		for i := range calls {
			if err := in.core.RecoverResources(calls[i]); err != nil {
				return err
			}
		}
		*nanos = int64_t(time.Since(began))
		return nil
	})
}
