package operations

import (
	"fmt"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/sorter"
)

// SetPolicy sets the policy that orders all below a role (core.Allocator.SetPolicy).
func (o *Roles) SetPolicy(id api.RoleID, of api.Ordered, p api.Policy) error {
	x, err := o.policySetting(id, of, p)
	if err != nil {
		return err
	}
	o.roles.SetPolicies(x)
	return nil
}

// policySetting checks a policy, and spells it as it is told.
func (o *Roles) policySetting(id api.RoleID, of api.Ordered, p api.Policy) (x roles.PolicySetting, err error) {
	if id != api.AllRoles {
		if err := o.roles.CheckRole(id); err != nil {
			return x, err
		}
	}
	if of > api.OrderOfFrameworks {
		return x, api.Errorf(api.CodeInvalid, "policy %q: order %d is unknown: there are all, roles and frameworks", p, of)
	}
	spelt, err := sorter.ParsePolicy(string(p))
	if err != nil {
		return x, api.Because(api.CodeInvalid, err, "policy of %s", o.policyOwner(id))
	}
	if p == "" && id != api.AllRoles {
		spelt = ""
	}
	return roles.PolicySetting{Role: id, Of: of, Policy: spelt}, nil
}

// policyOwner names a part of the tree in an error.
func (o *Roles) policyOwner(id api.RoleID) string {
	if id == api.AllRoles {
		return "all roles"
	}
	return fmt.Sprintf("role %q", o.roles.Path(id))
}

// SetRolePolicies applies those of Options. A role need not be there for that: its
// policy waits for it, and is what keeps it.
func (o *Roles) SetRolePolicies(list []api.RolePolicy) error {
	var settings []roles.PolicySetting
	for _, x := range list {
		id := api.AllRoles
		if x.Role != "" {
			if err := api.CheckRole(x.Role); err != nil {
				return api.Because(api.CodeName, err, "options: policy %q", x.Policy)
			}
			var err error
			if id, err = o.Intern(x.Role); err != nil {
				return err
			}
		}
		setting, err := o.policySetting(id, x.Of, x.Policy)
		if err != nil {
			return api.Because(api.CodeInvalid, err, "options")
		}
		settings = append(settings, setting)
	}
	if len(settings) == 0 {
		return nil
	}
	o.roles.SetPolicies(settings...)
	for _, x := range settings {
		if x.Role != api.AllRoles && o.roles.Get(x.Role).Held {
			assert.Check(o.Release(x.Role)) // the host has not got its number
		}
	}
	return nil
}
