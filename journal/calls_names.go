package journal

import "github.com/apportion/apportion/core"

// InternRole is core.Allocator.InternRole.
func (a *Allocator) InternRole(path string) (core.RoleID, error) {
	result, err := a.Allocator.InternRole(path)
	if c := a.begin(opInternRole); c != nil {
		text(c, &path)
		a.end(uint64(result), err)
	}
	return result, err
}

// InternKind is core.Allocator.InternKind.
func (a *Allocator) InternKind(k core.Kind) (core.KindID, error) {
	result, err := a.Allocator.InternKind(k)
	if c := a.begin(opInternKind); c != nil {
		codeKind(c, &k)
		a.end(uint64(result), err)
	}
	return result, err
}

// InternItem is core.Allocator.InternItem.
func (a *Allocator) InternItem(name string) (uint64, error) {
	result, err := a.Allocator.InternItem(name)
	if c := a.begin(opInternItem); c != nil {
		text(c, &name)
		a.end(uint64(result), err)
	}
	return result, err
}

// ReleaseRoles is core.Allocator.ReleaseRoles.
func (a *Allocator) ReleaseRoles(roles ...core.RoleID) error {
	err := a.Allocator.ReleaseRoles(roles...)
	if c := a.begin(opReleaseRoles); c != nil {
		codeRoles(c, &roles)
		a.end(0, err)
	}
	return err
}

// ReleaseKinds is core.Allocator.ReleaseKinds.
func (a *Allocator) ReleaseKinds(kinds ...core.KindID) error {
	err := a.Allocator.ReleaseKinds(kinds...)
	if c := a.begin(opReleaseKinds); c != nil {
		list(c, &kinds, codeNumber)
		a.end(0, err)
	}
	return err
}

// ReleaseItems is core.Allocator.ReleaseItems.
func (a *Allocator) ReleaseItems(items ...uint64) error {
	err := a.Allocator.ReleaseItems(items...)
	if c := a.begin(opReleaseItems); c != nil {
		list(c, &items, codeNumber)
		a.end(0, err)
	}
	return err
}

// namesCalls reads what these calls were given, and makes them again.
var namesCalls = map[op]read{
	opInternRole: oneReturning(codeText, (*core.Allocator).InternRole),
	opInternKind: oneReturning(codeKind, (*core.Allocator).InternKind),
	opInternItem: oneReturning(codeText, (*core.Allocator).InternItem),
	opReleaseRoles: func(c *coder) (any, play) {
		var roles []core.RoleID
		codeRoles(c, &roles)
		return roles, func(a *core.Allocator) (uint64, error) { return 0, a.ReleaseRoles(roles...) }
	},
	opReleaseKinds: func(c *coder) (any, play) {
		var kinds []core.KindID
		list(c, &kinds, codeNumber)
		return kinds, func(a *core.Allocator) (uint64, error) { return 0, a.ReleaseKinds(kinds...) }
	},
	opReleaseItems: func(c *coder) (any, play) {
		var items []uint64
		list(c, &items, codeNumber)
		return items, func(a *core.Allocator) (uint64, error) { return 0, a.ReleaseItems(items...) }
	},
}
