package core

import (
	"math"

	"github.com/apportion/apportion/core/internal/api"
)

// Recover tells how many agents and which quotas the former master had. If it had both,
// allocation pauses until Options.AgentRecoveryFactor * expectedAgents are back, or
// Options.RecoveryTimeout has passed.
//
// Errors: CodeState (an agent has been added), CodeInvalid (also a number of
// agents that cannot be), CodeUnknownRole, CodeName, CodeAmount and CodeLimit,
// as SetQuota.
func (a *Allocator) Recover(now Time, expectedAgents int, quotas []RoleQuota) error {
	defer a.settle()
	if a.agents.Live() > 0 {
		return api.Errorf(CodeState, "recovery: %d agents have been added already", a.agents.Live())
	}
	if expectedAgents < 0 || expectedAgents > math.MaxInt32 {
		return api.Errorf(CodeInvalid, "recovery: %d agents cannot be expected", expectedAgents)
	}
	var lists [][]Quantity
	for _, q := range quotas {
		if err := a.checkQuota(q.Role, q.Quota); err != nil {
			return err
		}
		lists = append(lists, q.Quota.Guarantees, q.Quota.Limits)
	}
	if err := a.kinds.RoomForNames(lists...); err != nil {
		return api.Within(err, "recovered quotas")
	}
	a.advanceClock(now)
	if len(quotas) == 0 {
		return nil
	}
	for _, q := range quotas {
		a.applyQuota(q.Role, a.readQuota(q.Quota))
	}
	a.news.Recovery.ExpectedAgents = int(float64(expectedAgents) * a.options.AgentRecoveryFactor)
	if a.news.Recovery.ExpectedAgents == 0 {
		return nil
	}
	a.news.Paused = true
	a.news.Recovery.ResumeAt = append(a.news.Recovery.ResumeAt, a.news.Now.Add(a.options.RecoveryTimeout))
	return nil
}

// agentIsBack ends the wait if enough agents are there.
func (a *Allocator) agentIsBack() {
	if a.news.Paused && a.news.IsRecovering() && a.agents.Live() >= a.news.Recovery.ExpectedAgents {
		a.news.Recovery.ExpectedAgents = -1
		a.news.Paused = false
	}
}

// endRecoveryTimeouts ends the wait if it has taken too long.
func (a *Allocator) endRecoveryTimeouts() {
	kept := a.news.Recovery.ResumeAt[:0]
	for _, t := range a.news.Recovery.ResumeAt {
		if t <= a.news.Now {
			a.news.Paused = false
		} else {
			kept = append(kept, t)
		}
	}
	a.news.Recovery.ResumeAt = kept
}
