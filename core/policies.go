package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/sorter"
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
func (a *Allocator) SetPolicy(id RoleID, of Ordered, p Policy) error {
	defer a.settle()
	if id != AllRoles {
		if err := a.roles.CheckRole(id); err != nil {
			return err
		}
	}
	if of > OrderOfFrameworks {
		return api.Errorf(CodeInvalid, "policy %q: order %d is unknown: there are all, roles and frameworks", p, of)
	}
	spelt, err := sorter.ParsePolicy(string(p))
	if err != nil {
		return api.Because(CodeInvalid, err, "policy of %s", a.roles.PolicyOwner(id))
	}
	if p == "" && id != AllRoles {
		spelt = ""
	}
	a.roles.SetPolicy(id, of, spelt)
	return nil
}

// setRolePolicies applies those of Options. A role need not be there for that: its
// policy waits for it, and is what keeps it.
func (a *Allocator) setRolePolicies(list []RolePolicy) error {
	for _, x := range list {
		id := AllRoles
		if x.Role != "" {
			if err := ValidateRole(x.Role); err != nil {
				return api.Because(CodeName, err, "options: policy %q", x.Policy)
			}
			var err error
			if id, err = a.InternRole(x.Role); err != nil {
				return err
			}
		}
		if err := a.SetPolicy(id, x.Of, x.Policy); err != nil {
			return api.Because(CodeInvalid, err, "options")
		}
		if id != AllRoles {
			assert.Check(a.ReleaseRoles(id)) // the host has not got its number
		}
	}
	return nil
}
