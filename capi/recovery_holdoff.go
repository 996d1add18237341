package main

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
)

// recover tells what the former master left. The core refuses it while there is an agent.
func (in *instance) recover(m *apportion_op_recover) error {
	var r reader
	rows := array[apportion_role_quota](&r, m.quotas, m.quota_count, APPORTION_MAX_COUNT, "quotas")
	quotas := make([]alloc.RoleQuota, len(rows))
	for i := range rows {
		r.reserved(rows[i].reserved, "quota")
		quotas[i] = alloc.RoleQuota{
			Role: alloc.RoleID(rows[i].role.number),
			Quota: alloc.Quota{
				Guarantees: r.quantities(rows[i].guarantees, "guarantees"),
				Limits:     r.quantities(rows[i].limits, "limits"),
			},
		}
	}
	if m.expected_agents > math.MaxInt32 {
		r.fail(APPORTION_E_COUNT, "recovery: %d agents cannot be expected", uint64(m.expected_agents))
	}
	if r.err != nil {
		return r.err
	}
	return in.core.Recover(alloc.Time(m.now), int(m.expected_agents), quotas)
}
