package alloc

import (
	"slices"
	"strings"
)

// policySettings are what a setting of a policy begins with, by what it orders.
var policySettings = [...]string{ScopeAll: "policy", ScopeRoles: "role_policy", ScopeFrameworks: "framework_policy"}

// ParseRolePolicies reads policies for Options as settings spell them, such as the
// parameters of the Mesos module: "policy=hdrf" for the whole tree,
// "policy./batch=decayed:half_life=24h" for all below a role.
//
// The role ends at the first "=". role_policy in place of policy orders roles alone,
// framework_policy frameworks alone. For the same part of the tree, either wins over policy. The
// order of the settings does not matter.
//
// Errors: CodeInvalid (another spelling, the same setting twice), CodeName; the text quotes the
// setting. Whether the policy exists is checked by New, which is given the options.
func ParseRolePolicies(settings ...string) ([]RolePolicy, error) {
	var list []RolePolicy
	for _, text := range settings {
		p, err := parseRolePolicy(text)
		if err != nil {
			return nil, err
		}
		same := func(q RolePolicy) bool { return q.Role == p.Role && q.Scope == p.Scope }
		if i := slices.IndexFunc(list, same); i >= 0 {
			return nil, errorf(CodeInvalid, "setting %q: it is there already, with %q", text, list[i].Policy)
		}
		// The roles stay in the order in which they were named, as their numbers do.
		at := len(list)
		if p.Scope == ScopeAll {
			if i := slices.IndexFunc(list, func(q RolePolicy) bool { return q.Role == p.Role }); i >= 0 {
				at = i
			}
		}
		list = slices.Insert(list, at, p)
	}
	return list, nil
}

// String spells a policy as ParseRolePolicies reads it.
func (p RolePolicy) String() string {
	setting := p.Scope.String() // if it is none of them
	if int(p.Scope) < len(policySettings) {
		setting = policySettings[p.Scope]
	}
	if p.Role != "" {
		setting += "./" + p.Role
	}
	return setting + "=" + string(p.Policy)
}

func parseRolePolicy(text string) (RolePolicy, error) {
	setting, policy, _ := strings.Cut(text, "=")
	name, role, ofPart := strings.Cut(setting, "./")
	of := slices.Index(policySettings[:], name)
	if of < 0 {
		return RolePolicy{}, errorf(CodeInvalid, "setting %q: %q is none of %q, each alone or with a role as in policy./eng/web",
			text, name, policySettings)
	}
	if policy == "" {
		return RolePolicy{}, errorf(CodeInvalid, "setting %q: it names no policy", text)
	}
	p := RolePolicy{Role: role, Scope: PolicyScope(of), Policy: Policy(policy)}
	if ofPart {
		if err := ValidateRole(role); err != nil {
			e := errorf(CodeName, "setting %q: %v", text, err)
			e.Err = err
			return p, e
		}
	}
	return p, nil
}
