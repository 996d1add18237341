package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

func (in *instance) setPolicy(m *C.apportion_op_set_policy) error {
	var r reader
	text := r.str(m.policy, "policy")
	if r.err != nil {
		return r.err
	}
	return in.core.SetPolicy(core.RoleID(m.role), core.Ordered(narrow(m.ordered)), core.Policy(text))
}

//export apportion_set_policy
func apportion_set_policy(handle C.apportion_instance, role C.apportion_role, ordered C.uint32_t, policy *C.char, policy_size C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.setPolicy(&C.apportion_op_set_policy{
			policy: C.apportion_str{data: policy, size: policy_size}, role: role, ordered: ordered,
		})
	})
}

func (in *instance) setRanks(m *C.apportion_op_set_ranks) error {
	var r reader
	rows := array[C.apportion_role_rank](&r, m.roles, m.role_count, C.APPORTION_MAX_COUNT, "roles")
	for i := range rows {
		r.reserved(rows[i].reserved, "rank")
	}
	roles := array[core.RoleRank](&r, m.roles, m.role_count, C.APPORTION_MAX_COUNT, "roles")
	frameworks := array[core.FrameworkRank](&r, m.frameworks, m.framework_count, C.APPORTION_MAX_COUNT, "frameworks")
	if r.err != nil {
		return r.err
	}
	return in.core.SetRanks(roles, frameworks)
}

//export apportion_set_ranks
func apportion_set_ranks(handle C.apportion_instance, roles *C.apportion_role_rank, role_count C.size_t, frameworks *C.apportion_framework_rank, framework_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.setRanks(&C.apportion_op_set_ranks{
			roles: roles, role_count: role_count, frameworks: frameworks, framework_count: framework_count,
		})
	})
}
