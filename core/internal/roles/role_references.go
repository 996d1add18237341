package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Subroles, kinds, subscriptions, tasks' uses and the book of lending refer to a role. Its own quota, weight,
// settings or policy keeps it, too (keep). When a call ends, ForgetRoles forgets each role that has none of these
// and that the host does not hold: its sums are zero then.

// formOfNumbers lets the number of a forgotten role come again after 2^12<<9 others, which is above
// 2^20.
var formOfNumbers = container.Form{SlotBits: 23, LeftVacant: 1 << 12}

// isPlain reports whether nothing was set for a role.
func (r *Role) isPlain() bool {
	return r.Weight == 1 && r.Settings == alloc.Settings{} && r.Own == OwnPolicies{} && !r.HasQuota
}

// keep counts one reference to a role for as long as something is set for the role. It is called after that may
// have changed.
func (t *Tree) keep(id alloc.RoleID) {
	r := t.Get(id)
	if r.isPlain() != r.isKept {
		return
	}
	r.isKept = !r.isKept
	if r.isKept {
		t.Ref(id)
	} else {
		t.Unref(id)
	}
}

// Ref counts one more reference to a role.
func (t *Tree) Ref(id alloc.RoleID) { t.Numbers.Ref(uint32(id)) }

// Unref undoes Ref.
func (t *Tree) Unref(id alloc.RoleID) { t.Numbers.Unref(uint32(id)) }

// ForgetRoles forgets the unused roles, and then the roles above that become unused by that.
func (t *Roles) ForgetRoles() {
	t.ForgetIdle(func(n uint32, r *Role) {
		t.settleQuota(alloc.RoleID(n), r)
		if r.Parent != slots.NoRole {
			t.Unref(r.Parent)
		}
	})
}
