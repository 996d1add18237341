package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/frameworks"
)

// FrameworkIDs appends to dst all frameworks in the order of their names. Cost: that of
// sorting them.
func (v *View) FrameworkIDs(dst []alloc.FrameworkID) []alloc.FrameworkID {
	for _, slot := range v.state.Frameworks.FrameworksByName() {
		dst = append(dst, v.state.Frameworks.FrameworkID(slot))
	}
	return dst
}

// DescribeFramework returns what a framework is now, as AddFramework takes it, but for
// Used, which OfferedOrAllocated has agent by agent. Roles are in order of their paths.
// The caller owns it. Cost: linear in its roles.
//
// Errors: CodeUnknownFramework, CodeStale.
func (v *View) DescribeFramework(id alloc.FrameworkID) (alloc.FrameworkInfo, error) {
	f, _, err := v.state.Frameworks.FrameworkOf(id)
	if err != nil {
		return alloc.FrameworkInfo{}, err
	}
	info := alloc.FrameworkInfo{ID: f.Name, Capabilities: f.Capabilities, Inactive: !f.Active}
	for _, m := range f.Subscriptions {
		sub := v.state.Frameworks.Subscriptions.At(m)
		if !sub.Subscribed {
			continue
		}
		info.Roles = append(info.Roles, sub.Role)
		if sub.Suppressed {
			info.Suppressed = append(info.Suppressed, sub.Role)
		}
		if sub.Minimum != v.state.Frameworks.GlobalMinimum {
			info.MinAllocatable = append(info.MinAllocatable, alloc.RoleMinimum{Role: sub.Role, Lists: v.listMinimum(sub)})
		}
	}
	return info, nil
}

// listMinimum returns a subscription's minimum as RoleMinimum has it.
func (v *View) listMinimum(sub *frameworks.Subscription) [][]alloc.Quantity {
	lists := [][]alloc.Quantity{}
	for _, row := range sub.Minimum.Rows {
		lists = append(lists, v.explainer.Amounts(row))
	}
	return lists
}
