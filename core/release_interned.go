package core

import (
	"math"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/internal/container"
)

// A number that the host got stays good until the host releases it. What is released is forgotten
// once nothing else refers to it. However often the host interned something, it releases it once;
// interning it again holds it again.

// ReleaseKinds ends the host's hold on kinds. Their numbers stay good for as long as
// the allocator needs the kinds itself.
//
// Errors: CodeUnknownKind (the host does not hold one of them, or it is named twice;
// then none is released).
//
// Cost: proportional to what is named.
func (a *Allocator) ReleaseKinds(kinds ...alloc.KindID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.ReleaseKinds{Kinds: kinds} })
	return release(kinds, "kind", a.state.Kinds.Numbers(), a.state.Kinds.NoKind)
}

// ReleaseRoles ends the host's hold on roles. A role's number stays good while the role has a
// subscription, subroles, a quota, a policy, a kind reserved for it, tasks that use something on an
// agent, or a weight or rank other than the default; while it lends or has a bound on borrowing;
// and while something is recalled for it, or was in the last hours.
//
// A subscription lasts while its framework is subscribed, holds something in the role, or
// has filters from when it was subscribed.
//
// Errors: CodeUnknownRole (the host does not hold one of them, or it is named twice;
// then none is released).
//
// Cost: proportional to what is named, and to the depth of those forgotten.
func (a *Allocator) ReleaseRoles(roles ...alloc.RoleID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.ReleaseRoles{Roles: roles} })
	return release(roles, "role", &a.state.Roles.Numbers, func(id alloc.RoleID) *alloc.Error {
		if err := a.state.Roles.CheckRole(id); err != nil {
			return err
		}
		return fault.Errorf(alloc.CodeUnknownRole, "role %d was released, or was never declared", id)
	})
}

// ReleaseItems ends the host's hold on items of set resources, as ReleaseKinds does
// on kinds.
//
// Errors: CodeUnknownItem (the host does not hold one of them, or it is named twice;
// then none is released).
//
// Cost: proportional to what is named.
func (a *Allocator) ReleaseItems(items ...alloc.SetItemID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.ReleaseItems{Items: items} })
	return release(items, "set item", a.state.Kinds.SetItems.Numbers(), func(id alloc.SetItemID) *alloc.Error { return a.state.Kinds.NoItem(uint64(id)) })
}

// release ends the host's hold on a list of what, or on none of it if one is not held; notHeld says so.
func release[N ~uint32 | ~uint64](list []N, what string, of *container.Numbers, notHeld func(N) *alloc.Error) error {
	for i, n := range list {
		if uint64(n) > math.MaxUint32 || !of.Held(uint32(n)) {
			for _, released := range list[:i] {
				of.Hold(uint32(released))
			}
			err := notHeld(n)
			if slices.Contains(list[:i], n) {
				return fault.Errorf(err.Code, "%s %d is named twice", what, n)
			}
			return err
		}
		of.Release(uint32(n))
	}
	return nil
}

// forgetUnused forgets everything that lost its last reference in this call, or in the cycle before
// it. Cost: O(1) for each thing forgotten, and the scan that bagsEachCall bounds.
func (a *Allocator) forgetUnused() {
	a.state.Ledger.Lingerings.LookAtSome()
	if a.state.Kinds.Idle() {
		a.state.Kinds.ForgetIdle(a.state.Roles.Unref)
	}
	if a.state.Roles.Idle() {
		a.state.Roles.ForgetRoles()
	}
	if a.state.Names.Idle() {
		a.state.Names.ForgetIdle()
	}
}

// A resource name is known while a kind, a quota or a minimum has it. What agents have, frameworks
// hold and roles consume is counted by kinds, so these rows have no forgotten name.
//
// Rows about the past may have one. Rows of past offers (rows.Past) and the memory
// of sorters drop forgotten names when they are next read or changed. The consumption of
// roles with quota is worked out anew before it is read.
