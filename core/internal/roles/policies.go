package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/order"
)

// OwnPolicies are the policies that were set for a role; empty where none was.
type OwnPolicies struct{ Roles, Frameworks alloc.Policy }

// ByScope returns the policies by alloc.PolicyScope. That of ScopeAll is empty.
func (o OwnPolicies) ByScope() [3]alloc.Policy {
	return [...]alloc.Policy{alloc.ScopeRoles: o.Roles, alloc.ScopeFrameworks: o.Frameworks}
}

// PolicySetting is a policy of a role, or of all roles. The policy exists.
type PolicySetting struct {
	Role   alloc.RoleID
	Scope  alloc.PolicyScope
	Policy alloc.Policy
}

// SetPolicies sets policies of roles. It goes through the sorters and frameworks once, however many policies there
// are.
func (t *Roles) SetPolicies(list ...PolicySetting) {
	var ofRoles []order.PathPolicy
	reorder, below := false, alloc.AllRoles
	if len(list) == 1 {
		below = list[0].Role
	}
	for _, x := range list {
		path := ""
		if x.Role != alloc.AllRoles {
			path = t.Path(x.Role)
		}
		if x.Scope != alloc.ScopeFrameworks {
			ofRoles = append(ofRoles, order.PathPolicy{Path: path, Policy: x.Policy})
		}
		t.noteOwn(x)
		reorder = reorder || x.Scope != alloc.ScopeRoles
	}
	if len(ofRoles) > 0 {
		assert.Check(t.Sorter.SetPolicies(ofRoles))
		t.activateRoles()
	}
	if reorder {
		t.reorderFrameworks(below)
	}
}

// noteOwn writes down a policy of a role, or of all roles.
func (t *Roles) noteOwn(x PolicySetting) {
	roles, frameworks := &t.options.RoleSorter, &t.options.FrameworkSorter
	if x.Role != alloc.AllRoles {
		own := &t.Get(x.Role).Own
		roles, frameworks = &own.Roles, &own.Frameworks
	}
	if x.Scope != alloc.ScopeFrameworks {
		*roles = x.Policy
	}
	if x.Scope != alloc.ScopeRoles {
		*frameworks = x.Policy
	}
	if x.Role != alloc.AllRoles {
		t.keep(x.Role)
	}
}

// reorderFrameworks gives the framework sorters of a role and of all roles below it
// their current policies.
func (t *Roles) reorderFrameworks(below alloc.RoleID) {
	for id := range t.InUse() {
		r := t.Get(id)
		if r.Frameworks == nil || below != alloc.AllRoles && !t.IsSelfOrAncestor(below, id) {
			continue
		}
		if p := t.FrameworkPolicy(id); p != r.Frameworks.Policy("") {
			assert.Check(r.Frameworks.SetPolicy("", p))
		}
	}
}

// FrameworkPolicy returns the policy by which a role's frameworks are ordered.
func (t *Roles) FrameworkPolicy(id alloc.RoleID) alloc.Policy {
	for ; id != slots.NoRole; id = t.Get(id).Parent {
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
		t.putInOrder(r)
		if !t.Sorter.HeedsBlocked() {
			t.SetBlocked(r, false)
		}
	}
}
