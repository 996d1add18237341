package core

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
