package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

// SetRanks sets ranks. The policy Ranked orders roles and frameworks by the lowest rank, then by
// the smallest weighted dominant share. Roles and frameworks that are not named keep their rank,
// which is 0 at first. A framework has one rank in all its roles until it is removed.
//
// Ranks take effect with the next cycle. Other policies ignore them.
//
// Errors: CodeUnknownRole, CodeUnknownFramework, CodeStale, CodeInvalid (a rank that
// is not a number; infinite ones are good; or a role or framework that is named twice).
//
// Cost: proportional to what is named, to the roles of the frameworks, and to the depth of the roles.
func (a *Allocator) SetRanks(roles []alloc.RoleRank, frameworks []alloc.FrameworkRank) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.SetRanks{Roles: roles, Frameworks: frameworks} })
	for _, x := range roles {
		if err := a.state.Roles.CheckRole(x.Role); err != nil {
			return err
		}
		if err := (alloc.Settings{Rank: x.Rank}).Check(); err != nil {
			return fault.Errorf(alloc.CodeInvalid, "role %q: %v", a.state.Roles.Path(x.Role), err)
		}
	}
	for _, x := range frameworks {
		f, _, err := a.state.Frameworks.FrameworkOf(x.Framework)
		if err != nil {
			return err
		}
		if err := (alloc.Settings{Rank: x.Rank}).Check(); err != nil {
			return fault.Errorf(alloc.CodeInvalid, "framework %q: %v", f.Name, err)
		}
	}
	if role, found := namedTwice(roles, func(x alloc.RoleRank) alloc.RoleID { return x.Role }); found {
		return fault.Errorf(alloc.CodeInvalid, "ranks: role %q is named twice", a.state.Roles.Path(role))
	}
	if id, found := namedTwice(frameworks, func(x alloc.FrameworkRank) alloc.FrameworkID { return x.Framework }); found {
		f, _, _ := a.state.Frameworks.FrameworkOf(id)
		return fault.Errorf(alloc.CodeInvalid, "ranks: framework %q is named twice", f.Name)
	}
	for _, x := range roles {
		to := a.state.Roles.Get(x.Role).Settings
		to.Rank = x.Rank + 0 // no negative zero
		a.state.Roles.SetSettings(x.Role, to)
	}
	for _, x := range frameworks {
		f, _, _ := a.state.Frameworks.FrameworkOf(x.Framework)
		to := f.Settings
		to.Rank = x.Rank + 0
		a.state.Frameworks.SetSettings(f, to)
	}
	return nil
}

// FrameworkSettings returns what was set of a framework. Those of roles are in Metrics.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: constant.
func (v *View) FrameworkSettings(id alloc.FrameworkID) (alloc.Settings, error) {
	f, _, err := v.state.Frameworks.FrameworkOf(id)
	if err != nil {
		return alloc.Settings{}, err
	}
	return f.Settings, nil
}
