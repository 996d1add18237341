package model

import (
	"slices"

	"github.com/apportion/apportion/history"
)

// A framework subscribes to roles and is offered resources.
type framework struct {
	active       bool
	roles        map[string]bool
	suppressed   map[string]bool
	capabilities map[string]bool
	minimum      map[string][]quantities // by role; replaces the allocator's
	constraints  map[string][]history.Group
	refusals     map[string]map[string][]refusal // by role and agent
	refused      map[string]quantities           // by role: last, since it was offered something, revived or changed
	declines     map[string][]int64              // by agent, when refusals of inverse offers end
}

// A refusal is a filter: as long as it lasts, resources that are part of what was
// refused are not offered again.
type refusal struct {
	refused  resources
	endNanos int64
	late     bool // it ends behind a periodic allocation of that very time
}

func newFramework(info history.FrameworkInfo) *framework {
	f := &framework{
		active:   true,
		refusals: map[string]map[string][]refusal{},
		declines: map[string][]int64{},
		refused:  map[string]quantities{},
	}
	f.describe(info)
	f.suppressed = set(info.Suppressed)
	return f
}

// describe takes over what a framework says of itself, but for what it suppresses.
func (f *framework) describe(info history.FrameworkInfo) {
	f.roles, f.capabilities = set(info.Roles), set(info.Capabilities)
	f.minimum = map[string][]quantities{}
	for role, list := range info.OfferFilters {
		f.minimum[role] = newMinimum(list)
	}
	f.constraints = info.Constraints
}

func newMinimum(list []history.Quantities) []quantities {
	out := []quantities{}
	for _, q := range list {
		out = append(out, newQuantities(q))
	}
	return out
}

// checkInfo holds what a framework says of itself to what Mesos's master and the
// factory of its offer constraints accept.
func checkInfo(info history.FrameworkInfo) {
	roles := set(info.Roles)
	check(len(roles) == len(info.Roles), "a role is named twice")
	for _, role := range info.Roles {
		checkRole(role)
	}
	if !set(info.Capabilities)["MULTI_ROLE"] {
		check(len(roles) == 1, "%d roles without the capability MULTI_ROLE", len(roles))
	}
	for _, role := range info.Suppressed {
		check(roles[role], "role %q is suppressed, but not subscribed to", role)
	}
	for _, role := range sortedKeys(info.Constraints) {
		groups := info.Constraints[role]
		check(len(groups) > 0, "constraints for role %q without a group", role)
		for _, group := range groups {
			check(len(group) > 0, "a group of constraints for role %q without a condition", role)
		}
	}
}

// refuse adds a filter.
func (f *framework) refuse(role, agent string, r refusal) {
	if f.refusals[role] == nil {
		f.refusals[role] = map[string][]refusal{}
	}
	f.refusals[role][agent] = append(f.refusals[role][agent], r)
}

// refuses says whether a filter holds that covers what would be offered.
func (f *framework) refuses(role, agent string, offer resources) bool {
	return slices.ContainsFunc(f.refusals[role][agent], func(r refusal) bool { return r.refused.contains(offer) })
}

// accepts says whether an agent satisfies the constraints for a role.
func (f *framework) accepts(role string, a *agent) bool {
	groups, constrained := f.constraints[role]
	return !constrained || slices.ContainsFunc(groups, func(g history.Group) bool { return g.Admits(a.attributes) })
}
