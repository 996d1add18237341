package core

import (
	"fmt"

	"github.com/apportion/apportion/sorter"
)

// Ordered says whose order a policy is.
type Ordered uint8

const (
	// OrderOfAll: the roles below a role and their frameworks.
	OrderOfAll Ordered = iota
	// OrderOfRoles: the roles below a role alone.
	OrderOfRoles
	// OrderOfFrameworks: the frameworks of a role and of the roles below it.
	OrderOfFrameworks
)

// String returns "all", "roles", "frameworks".
func (o Ordered) String() string { return enumText(o, "all", "roles", "frameworks") }

// RolePolicy is a policy for a part of the tree of roles, for Options.
// ParseRolePolicies reads a list of them.
type RolePolicy struct {
	Role   string // its path; empty: the whole tree
	Of     Ordered
	Policy Policy
}

// ownPolicies are those that were set for a role; empty where none was.
type ownPolicies struct{ roles, frameworks Policy }

// SetPolicy sets the policy for all that is below a role, up to roles below it
// that have a policy of their own: by which its subroles are ordered, and theirs, and
// its frameworks, and theirs. Among its siblings the role itself stays ordered by the
// policy above. AllRoles is the whole tree. An empty policy takes back what was set
// for a role, and is DRF for the whole tree. It takes effect with the next cycle.
// What policies there are and how they are spelt is in docs/policies.md.
//
// Errors: CodeUnknownRole, CodeInvalid (no such policy, a bad parameter; what is to be
// ordered is unknown).
//
// Cost: linear in the roles, and in the frameworks whose policy changes.
func (a *Allocator) SetPolicy(id RoleID, of Ordered, p Policy) error {
	defer a.settle()
	if id != AllRoles {
		if err := a.checkRole(id); err != nil {
			return err
		}
	}
	if of > OrderOfFrameworks {
		return errorf(CodeInvalid, "policy %q: order %d is unknown: there are all, roles and frameworks", p, of)
	}
	spelt, err := sorter.ParsePolicy(string(p))
	if err != nil {
		return because(CodeInvalid, err, "policy of %s", a.policyOwner(id))
	}
	if p == "" && id != AllRoles {
		spelt = ""
	}
	a.setPolicy(id, of, spelt)
	return nil
}

// setRolePolicies applies those of Options. A role need not be there for that: its
// policy waits for it, and is what keeps it.
func (a *Allocator) setRolePolicies(list []RolePolicy) error {
	for _, x := range list {
		id := AllRoles
		if x.Role != "" {
			if err := ValidateRole(x.Role); err != nil {
				return because(CodeName, err, "options: policy %q", x.Policy)
			}
			var err error
			if id, err = a.InternRole(x.Role); err != nil {
				return err
			}
		}
		if err := a.SetPolicy(id, x.Of, x.Policy); err != nil {
			return because(CodeInvalid, err, "options")
		}
		if id != AllRoles {
			check(a.ReleaseRoles(id)) // the host has not got its number
		}
	}
	return nil
}

// policyOwner names a part of the tree in an error.
func (a *Allocator) policyOwner(id RoleID) string {
	if id == AllRoles {
		return "all roles"
	}
	return fmt.Sprintf("role %q", a.roles.get(id).path)
}

// setPolicy is SetPolicy for a policy that is known to be good.
func (a *Allocator) setPolicy(id RoleID, of Ordered, p Policy) {
	own, path := ownPolicies{}, ""
	if id == AllRoles {
		own = ownPolicies{a.options.RoleSorter, a.options.FrameworkSorter}
	} else {
		own, path = a.roles.get(id).own, a.roles.get(id).path
	}
	if of != OrderOfFrameworks {
		own.roles = p
		check(a.roleSorter.SetPolicy(path, p))
		a.activateRoles()
	}
	if of != OrderOfRoles {
		own.frameworks = p
	}
	if id == AllRoles {
		a.options.RoleSorter, a.options.FrameworkSorter = own.roles, own.frameworks
	} else {
		r := a.roles.get(id)
		a.policies += boolInt(own != ownPolicies{}) - boolInt(r.own != ownPolicies{})
		r.own = own
		a.roles.check(id)
	}
	if of != OrderOfRoles {
		a.reorderFrameworks(id)
	}
}

// reorderFrameworks gives the framework sorters of a role, and of all below it, the
// policies that they have now.
func (a *Allocator) reorderFrameworks(below RoleID) {
	for id := range a.roles.inUse() {
		r := a.roles.get(id)
		if r.frameworks == nil || below != AllRoles && !a.roles.isSelfOrAncestor(below, id) {
			continue
		}
		if p := a.frameworkPolicy(id); p != r.frameworks.Policy("") {
			check(r.frameworks.SetPolicy("", p))
		}
	}
}

// frameworkPolicy returns the policy by which a role's frameworks are ordered.
func (a *Allocator) frameworkPolicy(id RoleID) Policy {
	for ; a.policies > 0 && id != noRole; id = a.roles.get(id).parent {
		if p := a.roles.get(id).own.frameworks; p != "" {
			return p
		}
	}
	return a.options.FrameworkSorter
}

// activateRoles makes all roles active in the role sorter that are to be, after a
// change of its policy, and forgets who is blocked if that no longer counts.
func (a *Allocator) activateRoles() {
	for id := range a.roles.inUse() {
		r := a.roles.get(id)
		if r.frameworks == nil {
			continue
		}
		if active := a.takesPart(r); active != a.roleSorter.Active(r.client) {
			a.putInOrder(r, active)
		}
		if !a.roleSorter.HeedsBlocked() {
			a.unblock(r)
		}
	}
}

// takesPart reports whether a role that has frameworks is active in the role sorter.
// One without active subscriptions is not, so that cycles do not visit it in vain;
// but where all roles are drawn together it still weighs in when the chances of others
// are worked out.
func (a *Allocator) takesPart(r *role) bool { return r.active > 0 || a.roleSorter.AllDrawn() }

func (a *Allocator) putInOrder(r *role, active bool) {
	if active {
		check(a.roleSorter.Activate(r.client))
	} else {
		check(a.roleSorter.Deactivate(r.client))
	}
}
