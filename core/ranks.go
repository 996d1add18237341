package core

import (
	"math"

	"github.com/apportion/apportion/core/internal/api"
)

// SetRanks sets ranks. The policy Ranked orders roles and frameworks by the lowest rank,
// then by the smallest weighted dominant share. Those not named keep theirs, which is 0 at
// first. A framework has one rank in all its roles until it is removed.
//
// Ranks take effect with the next cycle. Other policies ignore them.
//
// Errors: CodeUnknownRole, CodeUnknownFramework, CodeStale, CodeInvalid (a rank that
// is not a number; infinite ones are good).
func (a *Allocator) SetRanks(roles []RoleRank, frameworks []FrameworkRank) error {
	defer a.settle()
	for _, x := range roles {
		if err := a.roles.CheckRole(x.Role); err != nil {
			return err
		}
		if math.IsNaN(x.Rank) {
			return api.Errorf(CodeInvalid, "rank of role %q is not a number", a.roles.Get(x.Role).Path)
		}
	}
	for _, x := range frameworks {
		f, _, err := a.frameworks.FrameworkOf(x.Framework)
		if err != nil {
			return err
		}
		if math.IsNaN(x.Rank) {
			return api.Errorf(CodeInvalid, "rank of framework %q is not a number", f.Name)
		}
	}
	for _, x := range roles {
		a.roles.SetRoleRank(x.Role, x.Rank+0) // no negative zero
	}
	for _, x := range frameworks {
		f, _, _ := a.frameworks.FrameworkOf(x.Framework)
		f.Rank = x.Rank + 0
		for _, m := range f.Subscriptions {
			a.frameworks.RankFramework(a.frameworks.Subscriptions.At(m), f)
		}
	}
	return nil
}

// Ranks returns the ranks of roles and frameworks that are not 0, each in order of the
// names. Cost: that of sorting them.
func (a *Allocator) Ranks() (roles []RoleRank, frameworks []FrameworkRank) {
	for _, id := range a.roles.ByPath() {
		if rank := a.roles.Get(id).Rank; rank != 0 {
			roles = append(roles, RoleRank{Role: id, Rank: rank})
		}
	}
	for _, slot := range a.frameworks.FrameworksByName() {
		if rank := a.frameworks.At(slot).Rank; rank != 0 {
			frameworks = append(frameworks, FrameworkRank{Framework: a.frameworks.FrameworkID(slot), Rank: rank})
		}
	}
	return roles, frameworks
}
