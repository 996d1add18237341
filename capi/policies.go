package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

//export apportion_set_policy
func apportion_set_policy(handle C.apportion_instance, role C.apportion_role, ordered C.uint32_t, policy *C.char, policy_size C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		text := r.str(C.apportion_str{data: policy, size: policy_size}, "policy")
		if r.err != nil {
			return r.err
		}
		return in.core.SetPolicy(core.RoleID(role), core.Ordered(narrow(ordered)), core.Policy(text))
	})
}

//export apportion_set_ranks
func apportion_set_ranks(handle C.apportion_instance, roles *C.apportion_role_rank, role_count C.size_t, frameworks *C.apportion_framework_rank, framework_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		rows := array[C.apportion_role_rank](&r, roles, role_count, C.APPORTION_MAX_COUNT, "roles")
		for i := range rows {
			r.reserved(rows[i].reserved, "rank")
		}
		ofRoles := array[core.RoleRank](&r, roles, role_count, C.APPORTION_MAX_COUNT, "roles")
		ofFrameworks := array[core.FrameworkRank](&r, frameworks, framework_count, C.APPORTION_MAX_COUNT, "frameworks")
		if r.err != nil {
			return r.err
		}
		return in.core.SetRanks(ofRoles, ofFrameworks)
	})
}
