package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
)

// InternKind interns a kind and returns its number. The same description gets the same
// number while the kind is known. Cost: one lookup if it is.
//
// The number is good until ReleaseKinds. Then it stays good while an agent has resources
// of the kind, or had some that are still held or refused there.
//
// Errors: CodeName, CodeInvalid, CodeLimit.
func (a *Allocator) InternKind(k alloc.Kind) (kind alloc.KindID, refused error) {
	defer func() { a.record(uint64(kind), refused, func() calls.Call { return new(calls.InternKind(k)) }) }()
	if err := resource.ValidateKind(&k); err != nil {
		return 0, err
	}
	t := a.state.Kinds
	id, known := t.Lookup(&k)
	if !known {
		if err := a.roomForKind(&k); err != nil {
			return 0, err
		}
		var reservedFor alloc.RoleID
		if n := len(k.Reservations); n > 0 {
			reservedFor = a.state.Roles.Intern(k.Reservations[n-1].Role)
			a.state.Roles.Ref(reservedFor)
		}
		id = t.Enter(&k, reservedFor)
	}
	n := t.HostsKind(uint32(id))
	t.Numbers().Hold(uint32(n))
	a.forgetUnused()
	return n, nil
}

// roomForKind refuses a new kind if there is no room for it, its name or its role.
func (a *Allocator) roomForKind(k *alloc.Kind) *alloc.Error {
	if err := a.state.Kinds.RoomForNames([]alloc.Quantity{{Name: k.Name}}); err != nil {
		return fault.Within(err, "kind")
	}
	if n := len(k.Reservations); n > 0 {
		if err := a.state.Roles.RoomForRole(k.Reservations[n-1].Role); err != nil {
			return fault.Within(err, "kind of %q", k.Name)
		}
	}
	if a.state.Kinds.Len() >= a.state.Limits.Kinds {
		return fault.Because(alloc.CodeLimit, resource.ErrFull, "kind of %q", k.Name)
	}
	return nil
}

// InternItem interns an item of a set resource and returns its number, which stands for it
// in the intervals of a Set resource. The number is good until ReleaseItems, and then for
// as long as a kind's would be. An item may be the empty text.
//
// Errors: CodeLimit.
//
// Cost: one lookup.
func (a *Allocator) InternItem(name string) (item alloc.SetItemID, refused error) {
	defer func() { a.record(uint64(item), refused, func() calls.Call { return &calls.InternItem{Name: name} }) }()
	n, err := a.state.Kinds.SetItems.Intern(name)
	if err != nil {
		return 0, fault.Because(alloc.CodeLimit, err, "set item %q", name)
	}
	return alloc.SetItemID(n), nil
}

// InternRole interns a role path and returns its number, which is good until it is
// released (ReleaseRoles). Interning alone has no effect on allocation.
//
// Errors: CodeName, CodeLimit (too many roles).
//
// Cost: one lookup for each part of the path.
func (a *Allocator) InternRole(path string) (role alloc.RoleID, refused error) {
	defer func() { a.record(uint64(role), refused, func() calls.Call { return &calls.InternRole{Path: path} }) }()
	id, _, known := a.state.Roles.Descend(path)
	if !known {
		if err := alloc.ValidateRole(path); err != nil {
			return 0, err
		}
		if err := a.state.Roles.RoomForRole(path); err != nil {
			return 0, err
		}
		id = a.state.Roles.Intern(path)
	}
	a.state.Roles.Hold(uint32(id))
	return id, nil
}
