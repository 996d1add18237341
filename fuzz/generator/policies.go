package generator

import (
	"math"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// policiesAtStart chooses what an allocator begins with.
func (d *Generator) policiesAtStart(o *history.Initialize) {
	if !d.has(policies) {
		return
	}
	if d.chance(70) {
		o.RolePolicy = one(d, policyTexts)
	}
	if d.chance(50) {
		o.FrameworkPolicy = one(d, policyTexts)
	}
	for _, role := range some(d, d.style.roles, 20) {
		p := history.RolePolicy{Role: d.cast.Roles[role].Path, Of: history.OfAll, Policy: one(d, policyTexts)}
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

func (d *Generator) setPolicy() bool {
	if !d.has(policies) {
		return false
	}
	x := &calls.SetPolicy{Role: alloc.AllRoles, Policy: alloc.Policy(one(d, policyTexts))}
	if d.chance(70) {
		x.Role = alloc.RoleID(one(d, d.style.roles))
	}
	if d.chance(25) {
		x.Policy = ""
	}
	if d.chance(50) {
		x.Of = one(d, []alloc.PolicyScope{alloc.ScopeRoles, alloc.ScopeFrameworks})
	}
	return d.say(x)
}

// setRanks mostly chooses among a few ranks, so that some are the same.
func (d *Generator) setRanks() bool {
	if !d.has(policies) {
		return false
	}
	x := &calls.SetRanks{}
	rank := func() float64 { return one(d, []float64{0, 0, 1, 1, 2, -1, 0.5, 1e300, math.Inf(1), math.Inf(-1)}) }
	for _, role := range d.byPath(some(d, d.style.roles, min(40, 300/len(d.style.roles)))) {
		x.Roles = append(x.Roles, alloc.RoleRank{Role: alloc.RoleID(role), Rank: rank()})
	}
	for range d.upTo(4) {
		n, ok := d.framework()
		if !ok {
			continue
		}
		id := alloc.FrameworkID(n)
		x.Frameworks = slices.DeleteFunc(x.Frameworks, func(other alloc.FrameworkRank) bool { return other.Framework == id })
		x.Frameworks = append(x.Frameworks, alloc.FrameworkRank{Framework: id, Rank: rank()})
	}
	return d.say(x)
}
