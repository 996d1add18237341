package main

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
)

// recover tells what the former master left. The core refuses it while there is an agent.
func (in *instance) recover(m *apportion_op_recover) error {
	var r reader
	quotas := list(&r, m.quotas, m.quota_count, APPORTION_MAX_COUNT, "quotas", func(q *apportion_role_quota) alloc.RoleQuota {
		r.reserved(q.reserved, "quota")
		return alloc.RoleQuota{
			Role: alloc.RoleID(q.role.number),
			Quota: alloc.Quota{
				Guarantees: r.quantities(q.guarantees, "guarantees"),
				Limits:     r.quantities(q.limits, "limits"),
			},
		}
	})
	if m.expected_agents > math.MaxInt32 {
		r.fail(APPORTION_E_COUNT, "recovery: %d agents cannot be expected", uint64(m.expected_agents))
	}
	if r.err != nil {
		return r.err
	}
	return in.core.Recover(alloc.Time(m.now), int(m.expected_agents), quotas)
}
