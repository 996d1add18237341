package core

import "math"

// RoleQuota names a role's quota.
type RoleQuota struct {
	Role  RoleID
	Quota Quota
}

// Recover tells what the former master left: how many agents to expect and
// which quotas. If there are quotas and agents to wait for, allocation pauses
// until Options.AgentRecoveryFactor of the agents are back or
// Options.RecoveryTimeout has passed.
//
// Errors: CodeState once an agent has been added.
func (a *Allocator) Recover(now Time, expectedAgents int, quotas []RoleQuota) error {
	if checking {
		defer a.verify()
	}
	if a.agents.live() > 0 {
		return errorf(CodeState, "recovery: %d agents have been added already", a.agents.live())
	}
	if expectedAgents < 0 || expectedAgents > math.MaxInt32 {
		return errorf(CodeInvalid, "recovery: %d agents cannot be expected", expectedAgents)
	}
	parsed := make([]quota, len(quotas))
	for _, q := range quotas {
		if err := a.checkQuota(q.Role, q.Quota); err != nil {
			return err
		}
	}
	for i, q := range quotas {
		var err error
		if parsed[i], err = a.readQuota(q.Role, q.Quota); err != nil {
			return err
		}
	}
	a.tell(now)
	if len(quotas) == 0 {
		return nil
	}
	for i, q := range quotas {
		a.applyQuota(q.Role, parsed[i])
	}
	a.expectedAgents = int(float64(expectedAgents) * a.options.AgentRecoveryFactor)
	if a.expectedAgents == 0 {
		return nil
	}
	a.paused = true
	a.resumeAt = append(a.resumeAt, a.now.Add(a.options.RecoveryTimeout))
	return nil
}
