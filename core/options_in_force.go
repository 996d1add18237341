package core

import "slices"

// Configuration returns the options that New was given, with policies as SetPolicy left
// them. An allocator made with them decides as this one does from now on. The caller owns
// the result. Cost: that of sorting the roles.
func (a *Allocator) Configuration() Options {
	o := *a.options
	o.FairnessExclude = slices.Clone(o.FairnessExclude)
	o.MinAllocatable = slices.Clone(o.MinAllocatable)
	for i := range o.MinAllocatable {
		o.MinAllocatable[i] = slices.Clone(o.MinAllocatable[i])
	}
	o.RolePolicies = nil
	for _, id := range a.roles.ByPath() {
		r := a.roles.Get(id)
		if r.Own.Roles != "" {
			o.RolePolicies = append(o.RolePolicies, RolePolicy{Role: r.Path, Of: OrderOfRoles, Policy: r.Own.Roles})
		}
		if r.Own.Frameworks != "" {
			o.RolePolicies = append(o.RolePolicies, RolePolicy{Role: r.Path, Of: OrderOfFrameworks, Policy: r.Own.Frameworks})
		}
	}
	return o
}
