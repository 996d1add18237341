package roles

import "github.com/apportion/apportion/core/internal/api"

// A role is known for as long as something refers to it: the host, a role below it, a
// kind that is reserved for it, a subscription (there is one while a framework is
// subscribed to it, holds something in it, or has filters from when it was), tasks
// that use something on an agent; or while it has a quota, or a weight, rank or policy
// of its own. What counts is in role.refs, but for the host's hold, and what it has of
// its own.
//
// A role that nothing refers to is forgotten when the call ends, with its number, its
// name and its sums, which are zero then. Who stores roles stores with each what the
// host holds, and of Roles which number comes next (container.Registry); refs follow
// from the rest, and idle is empty between calls, but after a cycle.

// IsUnused reports whether nothing refers to a role.
func (r *Role) IsUnused() bool {
	return r.Refs == 0 && !r.Held && r.Weight == 1 && r.Rank == 0 && r.Own == OwnPolicies{} && !r.HasQuota
}

// Ref counts something that refers to a role.
func (t *Roles) Ref(id api.RoleID) { t.Get(id).Refs++ }

// Unref undoes ref.
func (t *Roles) Unref(id api.RoleID) {
	t.Get(id).Refs--
	t.Check(id)
}

// Check notes a role that nothing may refer to any more.
func (t *Roles) Check(id api.RoleID) {
	if r := t.Get(id); r.IsUnused() && !r.Idle {
		r.Idle = true
		t.Idle = append(t.Idle, id)
	}
}

// ForgetRoles forgets the roles that nothing refers to, and then those above that
// nothing else referred to.
func (t *Roles) ForgetRoles() {
	for len(t.Idle) > 0 {
		last := len(t.Idle) - 1
		id := t.Idle[last]
		t.Idle = t.Idle[:last]
		r := t.Get(id)
		if r.Idle = false; !r.IsUnused() {
			continue
		}
		t.settleQuota(id, r)
		t.ByName.Remove(t.hash(t.NameOf(r)), uint32(id))
		t.Remove(uint32(id))
		if r.Parent != api.NoRole {
			t.Unref(r.Parent)
		}
	}
}
