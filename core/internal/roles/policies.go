package roles

import (
	"fmt"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
)

// OwnPolicies are the policies that were set for a role; empty where none was.
type OwnPolicies struct{ Roles, Frameworks api.Policy }

// PolicyOwner names a part of the tree in an error.
func (t *Roles) PolicyOwner(id api.RoleID) string {
	if id == api.AllRoles {
		return "all roles"
	}
	return fmt.Sprintf("role %q", t.Path(id))
}

// SetPolicy sets a role's policies, or those of all roles. The caller has checked that
// the policy exists.
func (t *Roles) SetPolicy(id api.RoleID, of api.Ordered, p api.Policy) {
	own, path := OwnPolicies{}, ""
	if id == api.AllRoles {
		own = OwnPolicies{t.options.RoleSorter, t.options.FrameworkSorter}
	} else {
		own, path = t.Get(id).Own, t.Path(id)
	}
	if of != api.OrderOfFrameworks {
		own.Roles = p
		assert.Check(t.Sorter.SetPolicy(path, p))
		t.activateRoles()
	}
	if of != api.OrderOfRoles {
		own.Frameworks = p
	}
	if id == api.AllRoles {
		t.options.RoleSorter, t.options.FrameworkSorter = own.Roles, own.Frameworks
	} else {
		r := t.Get(id)
		t.Policies += assert.BoolInt(own != OwnPolicies{}) - assert.BoolInt(r.Own != OwnPolicies{})
		r.Own = own
		t.Check(id)
	}
	if of != api.OrderOfRoles {
		t.reorderFrameworks(id)
	}
}

// reorderFrameworks gives the framework sorters of a role and of all roles below it
// their current policies.
func (t *Roles) reorderFrameworks(below api.RoleID) {
	for id := range t.InUse() {
		r := t.Get(id)
		if r.Frameworks == nil || below != api.AllRoles && !t.IsSelfOrAncestor(below, id) {
			continue
		}
		if p := t.FrameworkPolicy(id); p != r.Frameworks.Policy("") {
			assert.Check(r.Frameworks.SetPolicy("", p))
		}
	}
}

// FrameworkPolicy returns the policy by which a role's frameworks are ordered.
func (t *Roles) FrameworkPolicy(id api.RoleID) api.Policy {
	for ; t.Policies > 0 && id != api.NoRole; id = t.Get(id).Parent {
		if p := t.Get(id).Own.Frameworks; p != "" {
			return p
		}
	}
	return t.options.FrameworkSorter
}

// activateRoles follows a change of the role sorter's policy: it activates exactly the
// roles that take part, and unblocks all if the policy heeds no blocked roles.
func (t *Roles) activateRoles() {
	for id := range t.InUse() {
		r := t.Get(id)
		if r.Frameworks == nil {
			continue
		}
		if active := t.TakesPart(r); active != t.Sorter.Active(r.Client) {
			t.PutInOrder(r, active)
		}
		if !t.Sorter.HeedsBlocked() {
			t.SetBlocked(r, false)
		}
	}
}

// TakesPart reports whether a role that has frameworks is active in the role sorter.
// Cycles skip a role without active subscriptions. Where all roles are drawn together
// it takes part nevertheless: its weight counts towards the chances of the others.
func (t *Roles) TakesPart(r *Role) bool { return r.Active > 0 || t.Sorter.AllDrawn() }

// PutInOrder activates a role in the role sorter, or deactivates it.
func (t *Roles) PutInOrder(r *Role, active bool) {
	if active {
		assert.Check(t.Sorter.Activate(r.Client))
	} else {
		assert.Check(t.Sorter.Deactivate(r.Client))
	}
}
