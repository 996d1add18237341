package core

import "github.com/apportion/apportion/core/internal/frameworks"

// FrameworkIDs appends to dst all frameworks in the order of their names. Cost: that of
// sorting them.
func (a *Allocator) FrameworkIDs(dst []FrameworkID) []FrameworkID {
	for _, slot := range a.frameworks.FrameworksByName() {
		dst = append(dst, a.frameworks.FrameworkID(slot))
	}
	return dst
}

// DescribeFramework returns what a framework is now, as AddFramework takes it, but for
// Used, which OfferedOrAllocated has agent by agent. Roles are in order of their paths.
// The caller owns it. Cost: linear in its roles.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) DescribeFramework(id FrameworkID) (FrameworkInfo, error) {
	f, _, err := a.frameworks.FrameworkOf(id)
	if err != nil {
		return FrameworkInfo{}, err
	}
	info := FrameworkInfo{ID: f.Name, Capabilities: f.Capabilities, Inactive: !f.Active}
	for _, m := range f.Subscriptions {
		sub := a.frameworks.Subscriptions.At(m)
		if !sub.Subscribed {
			continue
		}
		info.Roles = append(info.Roles, sub.Role)
		if sub.Suppressed {
			info.Suppressed = append(info.Suppressed, sub.Role)
		}
		if sub.Minimum != frameworks.GlobalMinimum {
			info.MinAllocatable = append(info.MinAllocatable, RoleMinimum{Role: sub.Role, Lists: a.listMinimum(sub)})
		}
	}
	return info, nil
}

// listMinimum returns a subscription's minimum as RoleMinimum has it.
func (a *Allocator) listMinimum(sub *frameworks.Subscription) [][]Quantity {
	lists := [][]Quantity{}
	for _, row := range a.frameworks.Minimum(sub) {
		lists = append(lists, a.explainer.Amounts(row))
	}
	return lists
}
