package generator

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
)

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
