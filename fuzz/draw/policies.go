package draw

import (
	"math"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// policyTexts are policies that histories choose from.
var policyTexts = []string{
	"drf", "hdrf", "hdrf", "ranked", "ranked", "asset", "max_min:resource=cpus", "max_min:resource=gpus",
	"decayed:half_life=1s", "decayed:half_life=10s", "decayed:half_life=1h", "random",
}

func (d *Drawer) policyText() string { return one(d, policyTexts) }

// policiesAtStart chooses what an allocator begins with.
func (d *Drawer) policiesAtStart(o *history.Initialize) {
	if !d.has(policies) {
		return
	}
	if d.chance(70) {
		o.RolePolicy = d.policyText()
	}
	if d.chance(50) {
		o.FrameworkPolicy = d.policyText()
	}
	for _, role := range some(d, d.style.roles, 20) {
		p := history.RolePolicy{Role: d.cast.Roles[role].Path, Of: history.OfAll, Policy: d.policyText()}
		if d.chance(40) {
			p.Of = one(d, []string{history.OfRoles, history.OfFrameworks})
		}
		o.Policies = append(o.Policies, p)
	}
	// In what order quota goes through kinds of the same name is Mesos's where agents go by
	// their ids alone.
	if d.chance(40) && !(d.options.Faithful && (d.has(disks) || d.has(providers))) {
		o.AgentOrder = one(d, []string{"pack", "spread"})
	}
}

func (d *Drawer) setPolicy() bool {
	if !d.has(policies) {
		return false
	}
	x := &calls.SetPolicy{Role: core.AllRoles, Policy: core.Policy(d.policyText())}
	if d.chance(70) {
		x.Role = core.RoleID(one(d, d.style.roles))
	}
	if d.chance(25) {
		x.Policy = ""
	}
	if d.chance(50) {
		x.Of = one(d, []core.Ordered{core.OrderOfRoles, core.OrderOfFrameworks})
	}
	return d.say(x)
}

// setRanks mostly chooses among a few ranks, so that some are the same.
func (d *Drawer) setRanks() bool {
	if !d.has(policies) {
		return false
	}
	x := &calls.SetRanks{}
	rank := func() float64 { return one(d, []float64{0, 0, 1, 1, 2, -1, 0.5, 1e300, math.Inf(1), math.Inf(-1)}) }
	for _, role := range d.byPath(some(d, d.style.roles, min(40, 300/len(d.style.roles)))) {
		x.Roles = append(x.Roles, core.RoleRank{Role: core.RoleID(role), Rank: rank()})
	}
	for range d.upTo(4) {
		if n, ok := d.framework(); ok {
			x.Frameworks = append(x.Frameworks, core.FrameworkRank{Framework: core.FrameworkID(n), Rank: rank()})
		}
	}
	return d.say(x)
}

// badPolicy is a trap.
func (d *Drawer) badPolicy() bool {
	bad := one(d, []string{"fifo", "DRF", "decayed", "decayed:half_life=0s", "max_min", "max_min:resource=", "drf:x=1"})
	return d.say(&calls.SetPolicy{Role: core.AllRoles, Policy: core.Policy(bad)}) && d.refused(core.CodeInvalid)
}

// rankOfNobody is a trap: the roles that come with it keep their ranks.
func (d *Drawer) rankOfNobody() bool {
	d.say(&calls.SetRanks{
		Roles:      []core.RoleRank{{Role: core.RoleID(one(d, d.style.roles)), Rank: 7}},
		Frameworks: []core.FrameworkRank{{Framework: core.FrameworkID(d.style.nobodyFramework), Rank: 1}},
	})
	return d.refused(core.CodeUnknownFramework)
}
