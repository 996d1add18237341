package core

import (
	"fmt"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/roles"
)

// SetPolicy sets the policy that orders all below a role: its subroles, its frameworks,
// and theirs in turn, down to roles with a policy of their own. The role itself stays
// ordered by the policy above it. AllRoles is the whole tree.
//
// An empty policy takes a role's back, and is DRF for the whole tree. The policy takes
// effect with the next cycle. docs/policies.md lists the policies and how they are spelt.
//
// Errors: CodeUnknownRole, CodeInvalid (no such policy, a bad parameter; what is to be
// ordered is unknown).
//
// Cost: linear in the roles, and in the frameworks whose policy changes.
func (a *Allocator) SetPolicy(id alloc.RoleID, of alloc.PolicyScope, p alloc.Policy) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.SetPolicy{Role: id, Of: of, Policy: p} })
	x, err := a.policySetting(id, of, p)
	if err != nil {
		return err
	}
	a.state.Roles.SetPolicies(x)
	return nil
}

// policySetting checks a policy, and spells it as it is told.
func (a *Allocator) policySetting(id alloc.RoleID, of alloc.PolicyScope, p alloc.Policy) (x roles.PolicySetting, err error) {
	if err := a.state.Roles.CheckRoleOrAll(id); err != nil {
		return x, err
	}
	if of > alloc.ScopeFrameworks {
		return x, fault.Errorf(alloc.CodeInvalid, "policy %q: order %d is unknown: there are all, roles and frameworks", p, of)
	}
	spelt, err := a.state.Totals.Policies().Parse(p)
	if err != nil {
		return x, fault.Because(alloc.CodeInvalid, err, "policy of %s", a.policyOwner(id))
	}
	if p == "" && id != alloc.AllRoles {
		spelt = ""
	}
	return roles.PolicySetting{Role: id, Scope: of, Policy: spelt}, nil
}

// policyOwner names a part of the tree in an error.
func (a *Allocator) policyOwner(id alloc.RoleID) string {
	if id == alloc.AllRoles {
		return "all roles"
	}
	return fmt.Sprintf("role %q", a.state.Roles.Path(id))
}

// setRolePolicies applies the policies of Options. A role need not exist for that: its policy waits
// for it, and keeps the role known.
func (a *Allocator) setRolePolicies(list []alloc.RolePolicy) error {
	var settings []roles.PolicySetting
	for _, x := range list {
		id := alloc.AllRoles
		if x.Role != "" {
			if err := alloc.ValidateRole(x.Role); err != nil {
				return fault.Because(alloc.CodeName, err, "options: policy %q", x.Policy)
			}
			var err error
			if id, err = a.InternRole(x.Role); err != nil {
				return err
			}
		}
		setting, err := a.policySetting(id, x.Scope, x.Policy)
		if err != nil {
			return fault.Because(alloc.CodeInvalid, err, "options")
		}
		settings = append(settings, setting)
	}
	a.state.Roles.SetPolicies(settings...)
	for _, x := range settings {
		if x.Role != alloc.AllRoles && a.state.Roles.Held(uint32(x.Role)) {
			assert.Check(a.ReleaseRoles(x.Role)) // the host has not got its number
		}
	}
	return nil
}
