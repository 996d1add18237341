package main

import "github.com/apportion/apportion/core/alloc"

func (in *instance) setPolicy(m *apportion_op_set_policy) error {
	var r reader
	text := r.str(m.policy, "policy")
	if r.err != nil {
		return r.err
	}
	return in.core.SetPolicy(alloc.RoleID(m.role.number), alloc.PolicyScope(narrow(m.ordered)), alloc.Policy(text))
}

func (in *instance) setRanks(m *apportion_op_set_ranks) error {
	var r reader
	rows := array[apportion_role_rank](&r, m.roles, m.role_count, APPORTION_MAX_COUNT, "roles")
	for i := range rows {
		r.reserved(rows[i].reserved, "rank")
	}
	roles := array[alloc.RoleRank](&r, m.roles, m.role_count, APPORTION_MAX_COUNT, "roles")
	frameworks := array[apportion_framework_rank](&r, m.frameworks, m.framework_count, APPORTION_MAX_COUNT, "frameworks")
	if r.err != nil {
		return r.err
	}
	in.ranks = in.ranks[:0]
	for _, x := range frameworks {
		in.ranks = append(in.ranks, alloc.FrameworkRank{Framework: in.framework(x.framework), Rank: float64(x.rank)})
	}
	return in.core.SetRanks(roles, in.ranks)
}
