package core

import (
	"slices"
	"strings"
)

// Configuration returns options with which an allocator can be made that decides as
// this one does from now on: those that it was made with, and policies as SetPolicy has
// left them. The caller owns it. Cost: that of sorting the roles.
func (a *Allocator) Configuration() Options {
	o := a.options
	o.FairnessExclude = slices.Clone(o.FairnessExclude)
	o.MinAllocatable = slices.Clone(o.MinAllocatable)
	for i := range o.MinAllocatable {
		o.MinAllocatable[i] = slices.Clone(o.MinAllocatable[i])
	}
	o.RolePolicies = nil
	for _, id := range a.roles.byPath() {
		r := a.roles.get(id)
		if r.own.roles != "" {
			o.RolePolicies = append(o.RolePolicies, RolePolicy{r.path, OrderOfRoles, r.own.roles})
		}
		if r.own.frameworks != "" {
			o.RolePolicies = append(o.RolePolicies, RolePolicy{r.path, OrderOfFrameworks, r.own.frameworks})
		}
	}
	return o
}

// Ranks returns the ranks of roles and frameworks that are not 0, each in order of the
// names. Cost: that of sorting them.
func (a *Allocator) Ranks() (roles []RoleRank, frameworks []FrameworkRank) {
	for _, id := range a.roles.byPath() {
		if rank := a.roles.get(id).rank; rank != 0 {
			roles = append(roles, RoleRank{id, rank})
		}
	}
	for _, slot := range a.frameworksByName() {
		if rank := a.frameworks.At(slot).rank; rank != 0 {
			frameworks = append(frameworks, FrameworkRank{a.frameworkID(slot), rank})
		}
	}
	return roles, frameworks
}

// FrameworkIDs appends to dst all frameworks in the order of their names. Cost: that of
// sorting them.
func (a *Allocator) FrameworkIDs(dst []FrameworkID) []FrameworkID {
	for _, slot := range a.frameworksByName() {
		dst = append(dst, a.frameworkID(slot))
	}
	return dst
}

// DescribeFramework returns what a framework is now, as AddFramework takes it, but for
// Used, which OfferedOrAllocated has agent by agent. Roles are in order of their paths.
// The caller owns it. Cost: linear in its roles.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) DescribeFramework(id FrameworkID) (FrameworkInfo, error) {
	f, _, err := a.frameworkOf(id)
	if err != nil {
		return FrameworkInfo{}, err
	}
	info := FrameworkInfo{ID: f.name, Capabilities: f.capabilities, Inactive: !f.active}
	for _, m := range f.subscriptions {
		sub := a.subscriptions.At(m)
		if !sub.subscribed {
			continue
		}
		info.Roles = append(info.Roles, sub.role)
		if sub.suppressed {
			info.Suppressed = append(info.Suppressed, sub.role)
		}
		if sub.minimum != globalMinimum {
			info.MinAllocatable = append(info.MinAllocatable, RoleMinimum{sub.role, a.listMinimum(sub)})
		}
	}
	return info, nil
}

// listMinimum returns a subscription's minimum as RoleMinimum has it.
func (a *Allocator) listMinimum(sub *subscription) [][]Quantity {
	lists := [][]Quantity{}
	for _, row := range a.minimum(sub) {
		lists = append(lists, a.amounts(row))
	}
	return lists
}

// byPath lists all roles, also those that are not in use, in order of their paths.
func (t *roleTree) byPath() []RoleID {
	list := t.fromTheTop()
	slices.SortFunc(list, func(x, y RoleID) int { return strings.Compare(t.get(x).path, t.get(y).path) })
	return list
}
