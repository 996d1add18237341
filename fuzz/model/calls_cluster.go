package model

import (
	"maps"
	"math"

	"github.com/apportion/apportion/history"
)

func init() {
	on((*state).recover)
	on(func(s *state, op *history.SetQuota) { s.updateQuota(op.Role, op.Quota) })
	on((*state).updateWeights)
	on(func(s *state, op *history.SetWhitelist) {
		s.whitelist, s.restricted = set(op.Hosts), op.Hosts != nil
	})
	on(func(s *state, _ *history.Pause) { s.paused = true })
	on(func(s *state, _ *history.Resume) { s.paused = false })
}

// given is an option of an Initialize, or what it is if the Initialize does not have it.
func given[T any](option *T, otherwise T) T {
	if option == nil {
		return otherwise
	}
	return *option
}

func newState(op *history.Initialize) *state {
	interval := given(op.AllocationIntervalS, 1)
	timeout := given(op.RecoveryTimeoutS, 10*60)
	o := options{
		intervalNanos:        nanos(interval),
		filterGPU:            given(op.FilterGPUResources, true),
		domain:               op.Domain,
		minimum:              newMinimum(op.MinAllocatable),
		recoveryTimeoutNanos: nanos(timeout),
		recoveryFactor:       given(op.AgentRecoveryFactor, 0.8),
		agentOrder:           op.AgentOrder,
		seed:                 op.Seed,
		graceNanos:           nanos(op.LendingGraceS),
		leastNanos:           nanos(op.LendingLeastS),
		strictUse:            op.StrictUse,
	}
	for _, lasts := range []int64{o.graceNanos, o.leastNanos} {
		check(lasts >= 0 && lasts <= longestLoan, "a loan that is due after %d ns", lasts)
	}
	check(o.agentOrder != "random", "agents in an order that is drawn")
	check(o.intervalNanos > 0, "an interval of %g seconds", interval)
	check(o.recoveryTimeoutNanos >= 0, "a recovery timeout of %g seconds", timeout)
	check(o.recoveryFactor >= 0 && !math.IsInf(o.recoveryFactor, 1), "a recovery factor of %g", o.recoveryFactor)
	c := &counting{exclude: set(op.FairnessExclude)}
	s := &state{
		options:        o,
		counting:       c,
		agents:         map[string]*agent{},
		frameworks:     map[string]*framework{},
		quotas:         map[string]quota{},
		lenders:        map[string]lender{},
		bounds:         map[string]bound{},
		waits:          map[need]wait{},
		roleSorter:     newSorter(c),
		sorters:        map[string]*sorter{},
		policies:       newPolicies(op),
		settingsOfRole: map[string]settings{}, settingsOfFramework: map[string]settings{},
	}
	s.roleSorter.seed = o.seed
	s.roleSorter.policies = maps.Clone(s.policies.ofRoles)
	s.roleSorter.settings = s.settingsOfRole
	return s
}

// recover sets the quotas and waits for the agents, so that the first that come
// back are not given away to roles that only seem to lack their guarantees. The
// wait ends with enough agents or with the timeout, which is not called off: it
// also ends a later pause. The number of agents stays known after the wait, and
// ends a later pause too.
func (s *state) recover(op *history.Recover) {
	check(len(s.agents) == 0, "there are agents already")
	check(op.ExpectedAgents >= 0, "%d agents expected", op.ExpectedAgents)
	if len(op.Quotas) == 0 {
		return
	}
	for _, role := range sortedKeys(op.Quotas) {
		s.updateQuota(role, op.Quotas[role])
	}
	expected := min(float64(op.ExpectedAgents)*s.options.recoveryFactor, math.MaxInt32)
	s.expected = new(int(expected))
	if *s.expected == 0 {
		return
	}
	s.paused = s.options.recoveryTimeoutNanos > 0
	if !s.paused {
		return // the time is up at once, and ends no later pause
	}
	s.resumes = append(s.resumes, s.nowNanos+s.options.recoveryTimeoutNanos)
}

// updateQuota sets the quota of a role.
//
// DIVERGES: Mesos's allocator takes a quota for a role below another one, which
// its master refuses, and aborts in the next allocation if it has limits.
func (s *state) updateQuota(role string, q history.Quota) {
	checkRole(role)
	check(len(ancestors(role)) == 2, "a quota for %q, which is not at the top", role)
	for _, name := range sortedKeys(q.Guarantees) {
		check(q.Guarantees[name] >= 0, "a negative guarantee of %s", name)
	}
	for _, name := range sortedKeys(q.Limits) {
		check(q.Limits[name] >= 0, "a negative limit of %s", name)
	}
	s.quotas[role] = quota{newQuantities(q.Guarantees), limits(maps.Clone(q.Limits))}
}

func (s *state) updateWeights(op *history.SetWeights) {
	for _, role := range sortedKeys(op.Weights) {
		weight := op.Weights[role]
		checkRole(role)
		check(weight > 0 && !math.IsInf(weight, 0), "a weight of %g for role %q", weight, role)
		s.roleSorter.updateWeight(role, weight)
	}
}
