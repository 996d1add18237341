package core

import (
	"math"
	"slices"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

const (
	defaultRecoveryTimeout     = 10 * time.Minute
	defaultAgentRecoveryFactor = 0.8
)

// setRecoveryDefaults replaces 0 by Mesos's default, and NoWait by 0.
func setRecoveryDefaults(o *alloc.Options) {
	switch o.AgentRecoveryFactor {
	case 0:
		o.AgentRecoveryFactor = defaultAgentRecoveryFactor
	case alloc.NoWait:
		o.AgentRecoveryFactor = 0
	}
	switch o.RecoveryTimeout {
	case 0:
		o.RecoveryTimeout = defaultRecoveryTimeout
	case alloc.NoWait:
		o.RecoveryTimeout = 0
	}
}

// Recover tells how many agents and which quotas the former master had. If it had both,
// allocation pauses until Options.AgentRecoveryFactor * expectedAgents are back, or
// Options.RecoveryTimeout has passed. Called again, it sets how many agents to wait for anew; the timeout that
// passes first ends the wait.
//
// Errors: CodeState (an agent has been added), CodeInvalid (also a number of
// agents that cannot be, a role named twice, a time beyond LastTime), CodeUnknownRole, CodeName,
// CodeAmount and CodeLimit, as SetQuota.
//
// Cost: proportional to what is named.
func (a *Allocator) Recover(now alloc.Time, expectedAgents int, quotas []alloc.RoleQuota) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.Recover{Now: now, ExpectedAgents: expectedAgents, Quotas: quotas} })
	if err := now.Check(); err != nil {
		return err
	}
	if a.state.Agents.Live() > 0 {
		return fault.Errorf(alloc.CodeState, "recovery: %d agents have been added already", a.state.Agents.Live())
	}
	if expectedAgents < 0 || expectedAgents > math.MaxInt32 {
		return fault.Errorf(alloc.CodeInvalid, "recovery: %d agents cannot be expected", expectedAgents)
	}
	var lists [][]alloc.Quantity
	for _, q := range quotas {
		if err := a.checkQuota(q.Role, q.Quota); err != nil {
			return err
		}
		lists = append(lists, q.Quota.Guarantees, q.Quota.Limits)
	}
	if role, found := namedTwice(quotas, func(q alloc.RoleQuota) alloc.RoleID { return q.Role }); found {
		return fault.Errorf(alloc.CodeInvalid, "recovered quotas: role %q is named twice", a.state.Roles.Path(role))
	}
	if err := a.state.Kinds.RoomForNames(lists...); err != nil {
		return fault.Within(err, "recovered quotas")
	}
	a.advanceClock(now)
	if len(quotas) == 0 {
		return nil
	}
	for _, q := range quotas {
		a.state.Roles.SetQuota(q.Role, a.readQuota(q.Quota), a.state.Names)
	}
	expected := min(float64(expectedAgents)*a.state.Options.AgentRecoveryFactor, math.MaxInt32)
	a.state.Schedule.HoldOff(int(expected), a.state.Schedule.Now.Add(a.state.Options.RecoveryTimeout))
	a.state.Schedule.EndRecoveryTimeouts() // of which this one may be over
	return nil
}

// Recovery is a wait for agents after a failover.
type Recovery struct {
	Agents int        // for how many it waits in all
	Until  alloc.Time // at the latest
}

// Recovering returns the wait in recovery, false if there is none.
//
// Cost: constant.
func (v *View) Recovering() (Recovery, bool) {
	ends := v.state.Schedule.Recovery.ResumeAt
	if !v.state.Schedule.Paused || !v.state.Schedule.IsRecovering() || len(ends) == 0 {
		return Recovery{}, false
	}
	return Recovery{Agents: v.state.Schedule.Recovery.ExpectedAgents, Until: slices.Min(ends)}, true
}
