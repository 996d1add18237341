package generator

import (
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

func (d *Generator) updateQuota() bool {
	if !d.has(quota) {
		return false
	}
	role := one(d, d.style.top)
	if slices.Contains(d.style.idle, role) && len(d.accounts.Role(role).Guarantees) > 0 && d.chance(60) {
		return false // what is lent of it would have to last
	}
	q := d.quota()
	if slices.Contains(d.style.idle, role) && d.chance(70) {
		q = alloc.Quota{}
		for _, name := range several(d, d.style.scalars, 70) {
			q.Guarantees = append(q.Guarantees, alloc.Quantity{Name: name, Amount: 8 * min(d.quotaAmount(name), 1<<40)})
		}
	}
	return d.say(&calls.SetQuota{Role: alloc.RoleID(role), Quota: q})
}

func (d *Generator) quota() alloc.Quota {
	q := alloc.Quota{}
	if d.chance(15) {
		return q
	}
	names := append([]string{"gpus"}, d.style.scalars...)
	if d.chance(75) {
		for _, name := range several(d, names, 50) {
			q.Guarantees = append(q.Guarantees, alloc.Quantity{Name: name, Amount: d.quotaAmount(name)})
		}
	}
	limited, percent := d.chance(60), 50
	if d.has(allLimited) {
		limited, percent = true, 100
	}
	if !limited {
		return q
	}
	for _, name := range several(d, names, percent) {
		least := alloc.Amount(0)
		for _, g := range q.Guarantees {
			if g.Name == name {
				least = g.Amount
			}
		}
		limit := least + one(d, []alloc.Amount{0, 1, 1000, 1000}) + d.quotaAmount(name)
		q.Limits = append(q.Limits, alloc.Quantity{Name: name, Amount: max(limit, least)})
	}
	return q
}

func (d *Generator) quotaAmount(name string) alloc.Amount {
	if d.chance(10) {
		return 0
	}
	n := d.amount()
	if n >= 1<<40 {
		return n
	}
	if name == "mem" {
		n *= 64
	}
	if d.options.Size >= Large {
		return n * alloc.Amount(1+d.upTo(len(d.style.agents)/16))
	}
	return n * alloc.Amount(1+len(d.style.agents)/8)
}

func (d *Generator) updateWeights() bool {
	x := &calls.SetWeights{}
	for _, role := range d.byPath(several(d, d.style.roles, min(30, 300/len(d.style.roles)))) {
		weight := one(d, []float64{0.1, 0.5, 1, 2, 3, 10})
		if d.has(extremes) && d.chance(20) {
			weight = one(d, []float64{5e-324, 1e-300, 1e300, 1.7976931348623157e308})
		}
		x.Weights = append(x.Weights, alloc.RoleWeight{Role: alloc.RoleID(role), Weight: weight})
	}
	return d.say(x)
}

// byPath brings roles into the order of their paths, in which a history names them:
// roles are numbered as they come to be named, and random sorters draw by that.
func (d *Generator) byPath(roles []uint32) []uint32 {
	slices.SortFunc(roles, func(x, y uint32) int { return strings.Compare(d.cast.Roles[x].Path, d.cast.Roles[y].Path) })
	return roles
}

func (d *Generator) updateWhitelist() bool {
	x := said(d, &calls.SetWhitelist{})
	if !d.chance(60) {
		return true
	}
	x.Hosts = []string{}
	for _, n := range d.style.hosts {
		if d.chance(60) {
			x.Hosts = append(x.Hosts, d.cast.Hosts[n])
		}
	}
	return true
}

func (d *Generator) resume() bool {
	if d.accounts.Paused == accounts.Running && !d.chance(10) {
		return false
	}
	return d.say(&calls.Resume{})
}

// recover is what a new master tells its allocator.
func (d *Generator) recover() bool {
	if !d.has(recovery) || d.accounts.AgentsThere.Len() > 0 {
		return false
	}
	x := &calls.Recover{ExpectedAgents: d.upTo(len(d.style.agents) + 2)}
	for _, role := range d.byPath(some(d, d.style.top, 60)) {
		x.Quotas = append(x.Quotas, alloc.RoleQuota{Role: alloc.RoleID(role), Quota: d.quota()})
	}
	return d.say(x)
}

func (d *Generator) statuses() bool {
	d.call.Verb = sequence.InverseOfferStatuses
	return true
}

// policyTexts are policies that histories choose from.
var policyTexts = []string{
	"drf", "hdrf", "hdrf", "ranked", "ranked", "asset", "max_min:resource=cpus", "max_min:resource=gpus",
	"decayed:half_life=1s", "decayed:half_life=10s", "decayed:half_life=1h", "random",
}

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
