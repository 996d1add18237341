package roles

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Role.Refs counts the subroles, kinds, subscriptions and tasks' uses that refer to a
// role. The host's hold is Role.Held. ForgetRoles, when a call ends, forgets a role that
// has neither, and no quota, weight, settings or policy of its own: its sums are zero then.

// formOfNumbers lets the number of a forgotten role come again after 2^12<<9 others, which is above
// 2^20.
var formOfNumbers = container.Form{SlotBits: 23, LeftVacant: 1 << 12}

// A snapshot has Held, and the numbers. Refs, and which roles are idle after a
// cycle, follow from the rest.

// IsUnused reports whether nothing refers to a role, and nothing was set for it.
func (r *Role) IsUnused() bool {
	return r.Refs == 0 && !r.Held && r.Weight == 1 && r.Settings.isDefault() && r.Own == OwnPolicies{} && !r.HasQuota
}

// Ref counts one more reference to a role.
func (t *Tree) Ref(id alloc.RoleID) { t.Get(id).Refs++ }

// Unref undoes Ref.
func (t *Tree) Unref(id alloc.RoleID) {
	t.Get(id).Refs--
	t.Check(id)
}

// Check puts a role that has become unused on the list Idle.
func (t *Tree) Check(id alloc.RoleID) {
	if r := t.Get(id); r.IsUnused() && !r.Idle {
		r.Idle = true
		t.Idle = append(t.Idle, id)
	}
}

// ForgetRoles forgets the unused roles, and then the roles above that become unused by
// that. In which order they have become idle changes nothing.
func (t *Roles) ForgetRoles() {
	for len(t.Idle) > 0 {
		slices.Sort(t.Idle)
		idle := t.Idle
		t.Idle = nil
		for _, id := range idle {
			t.forgetIfUnused(id)
		}
	}
}

func (t *Roles) forgetIfUnused(id alloc.RoleID) {
	r := t.Get(id)
	r.Idle = false
	if !r.IsUnused() {
		return
	}
	t.settleQuota(id, r)
	t.ByName.Remove(t.hash(t.NameOf(r)), uint32(id))
	t.Remove(uint32(id))
	if r.Parent != slots.NoRole {
		t.Unref(r.Parent)
	}
}

// Hold makes the host hold a role, or ends that.
func (t *Roles) Hold(id alloc.RoleID, held bool) {
	t.Get(id).Held = held
	t.Check(id)
}
