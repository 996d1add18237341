package operations

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
)

// InternKind interns a kind and returns its number (core.Allocator.InternKind).
func (o *Words) InternKind(k api.Kind) (api.KindID, error) {
	if err := kinds.ValidateKind(&k); err != nil {
		return 0, err
	}
	t := o.kinds
	t.Key = kinds.AppendKindKey(t.Key[:0], &k)
	id, ok := t.Find(t.Key)
	if !ok {
		if err := o.roomForKind(&k); err != nil {
			return 0, err
		}
		id = o.newKind(&k)
	}
	t.Hold(id)
	o.ForgetUnused()
	return api.KindID(id), nil
}

// newKind interns a valid kind that is not known and for which there is room; its
// key is in the scratch space.
func (o *Words) newKind(k *api.Kind) resource.KindID {
	name := assert.Must(o.names.Intern(k.Name))
	o.names.Ref(name)
	known := resource.Kind{Name: name, Flags: kinds.FlagsOf(k), Set: k.Type == api.Set}
	if n := len(k.Reservations); n > 0 {
		role := o.roles.Intern(k.Reservations[n-1].Role)
		o.roles.Ref(role)
		known.Role = uint32(role)
	}
	return assert.Must(o.kinds.Intern(o.kinds.Key, known, kinds.CloneKind(k, len(o.kinds.Key))))
}

// roomForKind refuses a new kind if there is no room for it, its name or its role.
func (o *Words) roomForKind(k *api.Kind) *api.Error {
	if err := o.kinds.RoomForNames([]api.Quantity{{Name: k.Name}}); err != nil {
		return api.Within(err, "kind")
	}
	if n := len(k.Reservations); n > 0 {
		if err := o.roles.RoomForRole(k.Reservations[n-1].Role); err != nil {
			return api.Within(err, "kind of %q", k.Name)
		}
	}
	if o.kinds.Len() >= o.limits.Kinds {
		return api.Because(api.CodeLimit, resource.ErrFull, "kind of %q", k.Name)
	}
	return nil
}

// InternItem interns an item of a set resource and returns its number
// (core.Allocator.InternItem).
func (o *Words) InternItem(name string) (uint64, error) {
	n, err := o.kinds.SetItems.Intern(name)
	if err != nil {
		return 0, api.Because(api.CodeLimit, err, "set item %q", name)
	}
	return n, nil
}

// Intern interns a role path and returns its number (core.Allocator.InternRole).
func (o *Roles) Intern(path string) (api.RoleID, error) {
	id, _, known := o.roles.Descend(path)
	if !known {
		if err := api.CheckRole(path); err != nil {
			return 0, err
		}
		if err := o.roles.RoomForRole(path); err != nil {
			return 0, err
		}
		id = o.roles.Intern(path)
	}
	o.roles.Hold(id, true)
	return id, nil
}

// A number that the host got stays good until the host releases it. A released thing is
// forgotten once nothing else refers to it. The host holds a number once, however often it
// interned it; to intern it again takes hold again.

// ReleaseKinds ends the host's hold on kinds (core.Allocator.ReleaseKinds).
func (o *Words) ReleaseKinds(kinds ...api.KindID) error {
	t := o.kinds
	for i, id := range kinds {
		if !t.Held(resource.KindID(id)) {
			for _, released := range kinds[:i] {
				t.Hold(resource.KindID(released))
			}
			return o.kinds.NoKind(id)
		}
		t.Release(resource.KindID(id))
	}
	return nil
}

// Release ends the host's hold on roles (core.Allocator.ReleaseRoles).
func (o *Roles) Release(roles ...api.RoleID) error {
	for i, id := range roles {
		err := o.roles.CheckRole(id)
		if err == nil && !o.roles.Get(id).Held {
			err = api.Errorf(api.CodeUnknownRole, "role %d was released, or was never declared", id)
		}
		if err != nil {
			for _, released := range roles[:i] {
				o.roles.Hold(released, true)
			}
			return err
		}
		o.roles.Hold(id, false)
	}
	return nil
}

// ReleaseItems ends the host's hold on items of sets (core.Allocator.ReleaseItems).
func (o *Words) ReleaseItems(items ...uint64) error {
	t := o.kinds.SetItems
	for i, n := range items {
		if !t.Held(n) {
			for _, released := range items[:i] {
				t.Hold(released)
			}
			return o.kinds.NoItem(n)
		}
		t.Release(n)
	}
	return nil
}

// ForgetUnused forgets everything to which this call, or the cycle before it, dropped the
// last reference. Cost: O(1) for each thing forgotten, and the scans that mostToLookAt and
// Frameworks.LookAtNextHistory bound.
func (o *state) ForgetUnused() {
	if len(o.ledger.Lingerings.Due) > 0 {
		o.ledger.Lingerings.LookAtDue()
	}
	if o.kinds.Idle() {
		o.kinds.ForgetIdle(o.kindForgotten)
	}
	if o.kinds.SetItems.Idle() {
		o.kinds.SetItems.ForgetIdle()
	}
	if len(o.roles.Idle) > 0 {
		o.roles.ForgetRoles()
	}
	if o.names.Idle() {
		o.names.ForgetIdle()
	}
}

// A resource name is known while a kind, a quota or a minimum has it. What agents have,
// frameworks hold and roles consume is of kinds, so these rows have no forgotten name.
//
// Rows about the past may have one. Rows of past offers (quantities.PastRow) and the memory
// of sorters drop forgotten names when they are next read or changed. The consumption of
// roles with quota is worked out anew before it is read.

// kindForgotten ends what a kind has referred to.
func (o *state) kindForgotten(k *resource.Kind) {
	o.names.Unref(k.Name)
	if k.Flags&resource.Reserved != 0 {
		o.roles.Unref(api.RoleID(k.Role))
	}
}
