package operations

import (
	"math"

	"github.com/apportion/apportion/core/internal/api"
)

// RecoverAfterFailover holds allocation off after a failover (core.Allocator.Recover).
func (o *Roles) RecoverAfterFailover(now api.Time, expectedAgents int, quotas []api.RoleQuota) error {
	if o.agents.Live() > 0 {
		return api.Errorf(api.CodeState, "recovery: %d agents have been added already", o.agents.Live())
	}
	if expectedAgents < 0 || expectedAgents > math.MaxInt32 {
		return api.Errorf(api.CodeInvalid, "recovery: %d agents cannot be expected", expectedAgents)
	}
	var lists [][]api.Quantity
	for _, q := range quotas {
		if err := o.checkQuota(q.Role, q.Quota); err != nil {
			return err
		}
		lists = append(lists, q.Quota.Guarantees, q.Quota.Limits)
	}
	if err := o.kinds.RoomForNames(lists...); err != nil {
		return api.Within(err, "recovered quotas")
	}
	o.advanceClock(now)
	if len(quotas) == 0 {
		return nil
	}
	for _, q := range quotas {
		o.roles.SetQuota(q.Role, o.readQuota(q.Quota), o.names)
	}
	expected := min(float64(expectedAgents)*o.options.AgentRecoveryFactor, math.MaxInt32)
	o.news.HoldOff(int(expected), o.news.Now.Add(o.options.RecoveryTimeout))
	o.news.EndRecoveryTimeouts() // of which this one may be over
	return nil
}
