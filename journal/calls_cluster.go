package journal

import (
	"time"

	"github.com/apportion/apportion/core"
)

// Advance is core.Allocator.Advance.
func (a *Allocator) Advance(now core.Time) {
	a.Allocator.Advance(now)
	if c := a.begin(opAdvance); c != nil {
		c.time(&now)
		a.end(0, nil)
	}
}

// RequestAllocation is core.Allocator.RequestAllocation.
func (a *Allocator) RequestAllocation() {
	a.Allocator.RequestAllocation()
	if c := a.begin(opRequestAllocation); c != nil {
		a.end(0, nil)
	}
}

// Pause is core.Allocator.Pause.
func (a *Allocator) Pause() {
	a.Allocator.Pause()
	if c := a.begin(opPause); c != nil {
		a.end(0, nil)
	}
}

// Resume is core.Allocator.Resume.
func (a *Allocator) Resume() {
	a.Allocator.Resume()
	if c := a.begin(opResume); c != nil {
		a.end(0, nil)
	}
}

// RunTook is core.Allocator.RunTook.
func (a *Allocator) RunTook(d time.Duration) {
	a.Allocator.RunTook(d)
	if c := a.begin(opRunTook); c != nil {
		integer(c, &d)
		a.end(0, nil)
	}
}

// SetWhitelist is core.Allocator.SetWhitelist.
func (a *Allocator) SetWhitelist(hosts []string) error {
	err := a.Allocator.SetWhitelist(hosts)
	if c := a.begin(opSetWhitelist); c != nil {
		codeTexts(c, &hosts)
		a.end(0, err)
	}
	return err
}

// SetQuota is core.Allocator.SetQuota.
func (a *Allocator) SetQuota(r core.RoleID, q core.Quota) error {
	err := a.Allocator.SetQuota(r, q)
	if c := a.begin(opSetQuota); c != nil {
		number(c, &r)
		codeQuota(c, &q)
		a.end(0, err)
	}
	return err
}

// SetWeights is core.Allocator.SetWeights.
func (a *Allocator) SetWeights(weights []core.RoleWeight) error {
	err := a.Allocator.SetWeights(weights)
	if c := a.begin(opSetWeights); c != nil {
		codeRoleWeights(c, &weights)
		a.end(0, err)
	}
	return err
}

// SetRanks is core.Allocator.SetRanks.
func (a *Allocator) SetRanks(roles []core.RoleRank, frameworks []core.FrameworkRank) error {
	err := a.Allocator.SetRanks(roles, frameworks)
	if c := a.begin(opSetRanks); c != nil {
		list(c, &roles, codeRoleRank)
		list(c, &frameworks, codeFrameworkRank)
		a.end(0, err)
	}
	return err
}

// SetPolicy is core.Allocator.SetPolicy.
func (a *Allocator) SetPolicy(id core.RoleID, of core.Ordered, p core.Policy) error {
	err := a.Allocator.SetPolicy(id, of, p)
	if c := a.begin(opSetPolicy); c != nil {
		number(c, &id)
		number(c, &of)
		word(c, &p)
		a.end(0, err)
	}
	return err
}

// Recover is core.Allocator.Recover.
func (a *Allocator) Recover(now core.Time, expectedAgents int, quotas []core.RoleQuota) error {
	err := a.Allocator.Recover(now, expectedAgents, quotas)
	if c := a.begin(opRecover); c != nil {
		c.time(&now)
		integer(c, &expectedAgents)
		list(c, &quotas, codeRoleQuota)
		a.end(0, err)
	}
	return err
}

// RecoverCall is what Recover is given.
type RecoverCall struct {
	Now            core.Time
	ExpectedAgents int
	Quotas         []core.RoleQuota
}

// Ranks is what SetRanks is given.
type Ranks struct {
	Roles      []core.RoleRank
	Frameworks []core.FrameworkRank
}

// PolicyOf is what SetPolicy is given.
type PolicyOf struct {
	Role   core.RoleID
	Of     core.Ordered
	Policy core.Policy
}

// clusterCalls reads what these calls were given, and makes them again.
var clusterCalls = map[op]read{
	opAdvance: func(c *coder) (any, play) {
		var now core.Time
		c.time(&now)
		return now, func(a *core.Allocator) (uint64, error) {
			a.Advance(now)
			return 0, nil
		}
	},
	opRequestAllocation: noArgument((*core.Allocator).RequestAllocation),
	opPause:             noArgument((*core.Allocator).Pause),
	opResume:            noArgument((*core.Allocator).Resume),
	opRunTook: func(c *coder) (any, play) {
		var d time.Duration
		integer(c, &d)
		return d, func(a *core.Allocator) (uint64, error) {
			a.RunTook(d)
			return 0, nil
		}
	},
	opSetWhitelist: oneArgument(codeTexts, (*core.Allocator).SetWhitelist),
	opSetQuota: func(c *coder) (any, play) {
		var x core.RoleQuota
		codeRoleQuota(c, &x)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.SetQuota(x.Role, x.Quota) }
	},
	opSetWeights: oneArgument(codeRoleWeights, (*core.Allocator).SetWeights),
	opSetRanks: func(c *coder) (any, play) {
		var x Ranks
		list(c, &x.Roles, codeRoleRank)
		list(c, &x.Frameworks, codeFrameworkRank)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.SetRanks(x.Roles, x.Frameworks) }
	},
	opSetPolicy: func(c *coder) (any, play) {
		var x PolicyOf
		number(c, &x.Role)
		number(c, &x.Of)
		word(c, &x.Policy)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.SetPolicy(x.Role, x.Of, x.Policy) }
	},
	opRecover: func(c *coder) (any, play) {
		var x RecoverCall
		c.time(&x.Now)
		integer(c, &x.ExpectedAgents)
		list(c, &x.Quotas, codeRoleQuota)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.Recover(x.Now, x.ExpectedAgents, x.Quotas) }
	},
}
