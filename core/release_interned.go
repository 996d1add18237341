package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// A number that the host got stays good until the host releases it. A released thing is
// forgotten once nothing else refers to it. The host holds a number once, however often it
// interned it; to intern it again takes hold again.

// ReleaseKinds ends the host's hold on kinds. Their numbers stay good for as long as
// the allocator needs the kinds itself.
//
// Errors: CodeUnknownKind (the host does not hold one of them, or it is named twice;
// then none is released).
func (a *Allocator) ReleaseKinds(kinds ...KindID) error {
	defer a.settle()
	t := a.kinds
	for i, id := range kinds {
		if !t.Held(resource.KindID(id)) {
			for _, released := range kinds[:i] {
				t.Hold(resource.KindID(released))
			}
			return a.kinds.NoKind(id)
		}
		t.Release(resource.KindID(id))
	}
	return nil
}

// ReleaseRoles ends the host's hold on roles. A role's number stays good while it has a
// subscription, subroles, a quota, a policy, a kind reserved for it, tasks that use
// something on an agent, or a weight or rank other than the default.
//
// A subscription lasts while its framework is subscribed, holds something in the role, or
// has filters from when it was subscribed.
//
// Errors: CodeUnknownRole (the host does not hold one of them, or it is named twice;
// then none is released).
func (a *Allocator) ReleaseRoles(roles ...RoleID) error {
	defer a.settle()
	for i, id := range roles {
		err := a.roles.CheckRole(id)
		if err == nil && !a.roles.Get(id).Held {
			err = api.Errorf(CodeUnknownRole, "role %d was released, or was never declared", id)
		}
		if err != nil {
			for _, released := range roles[:i] {
				a.roles.Get(released).Held = true
			}
			return err
		}
		a.roles.Get(id).Held = false
		a.roles.Check(id)
	}
	return nil
}

// ReleaseItems ends the host's hold on items of set resources, as ReleaseKinds does
// on kinds.
//
// Errors: CodeUnknownItem (the host does not hold one of them, or it is named twice;
// then none is released).
func (a *Allocator) ReleaseItems(items ...uint64) error {
	defer a.settle()
	t := a.kinds.SetItems
	for i, n := range items {
		if !t.Held(n) {
			for _, released := range items[:i] {
				t.Hold(released)
			}
			return a.kinds.NoItem(n)
		}
		t.Release(n)
	}
	return nil
}

// settle ends every call that may change something but the cycle.
func (a *Allocator) settle() {
	a.forgetUnused()
	if checking {
		a.verify()
	}
}

// forgetUnused forgets everything to which this call, or the cycle before it, dropped the
// last reference. Cost: O(1) for each thing forgotten, and the scans that mostToLookAt and
// Frameworks.LookAtNextHistory bound.
func (a *Allocator) forgetUnused() {
	if len(a.ledger.Lingerings.Due) > 0 {
		a.ledger.LookAtLingering()
	}
	if a.kinds.Idle() {
		a.kinds.ForgetIdle(a.kindForgotten)
	}
	if a.kinds.SetItems.Idle() {
		a.kinds.SetItems.ForgetIdle()
	}
	if len(a.roles.Idle) > 0 {
		a.roles.ForgetRoles()
	}
	if a.names.Idle() {
		a.names.ForgetIdle()
	}
}
