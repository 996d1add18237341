package core

import "math"

// RoleRank and FrameworkRank are ranks for SetRanks.
type (
	RoleRank struct {
		Role RoleID
		Rank float64
	}
	FrameworkRank struct {
		Framework FrameworkID
		Rank      float64
	}
)

// SetRanks sets the ranks of roles and frameworks, by which the policy Ranked orders
// them: the lowest comes first, and of the same rank the smallest weighted dominant
// share. Those not named keep theirs, which is 0 at first. A framework has one rank in
// all its roles, until it is removed. It takes effect with the next cycle; under other
// policies ranks are kept and mean nothing.
//
// Errors: CodeUnknownRole, CodeUnknownFramework, CodeStale, CodeInvalid (a rank that
// is not a number; infinite ones are good).
func (a *Allocator) SetRanks(roles []RoleRank, frameworks []FrameworkRank) error {
	defer a.settle()
	for _, x := range roles {
		if err := a.checkRole(x.Role); err != nil {
			return err
		}
		if math.IsNaN(x.Rank) {
			return errorf(CodeInvalid, "rank of role %q is not a number", a.roles.get(x.Role).path)
		}
	}
	for _, x := range frameworks {
		f, _, err := a.frameworkOf(x.Framework)
		if err != nil {
			return err
		}
		if math.IsNaN(x.Rank) {
			return errorf(CodeInvalid, "rank of framework %q is not a number", f.name)
		}
	}
	for _, x := range roles {
		a.setRoleRank(x.Role, x.Rank+0) // no negative zero
	}
	for _, x := range frameworks {
		f, _, _ := a.frameworkOf(x.Framework)
		f.rank = x.Rank + 0
		for _, m := range f.subscriptions {
			a.rankFramework(a.subscriptions.At(m), f)
		}
	}
	return nil
}

func (a *Allocator) setRoleRank(id RoleID, rank float64) {
	r := a.roles.get(id)
	a.rankedRoles += boolInt(rank != 0) - boolInt(r.rank != 0)
	r.rank = rank
	a.roles.check(id)
	if r.frameworks != nil {
		check(a.roleSorter.SetClientRank(r.client, rank))
	} else {
		// Most roles without frameworks are not in the sorter, and get their rank when
		// they come to be.
		_ = a.roleSorter.SetRank(r.path, rank)
	}
}

// rankRole tells the role sorter of the ranks on the path of a role that it has come
// to know.
func (a *Allocator) rankRole(id RoleID) {
	for ; a.rankedRoles > 0 && id != noRole; id = a.roles.get(id).parent {
		if r := a.roles.get(id); r.rank != 0 {
			check(a.roleSorter.SetRank(r.path, r.rank))
		}
	}
}

// rankFramework tells the sorter of a subscription's role of the framework's rank.
func (a *Allocator) rankFramework(sub *subscription, f *framework) {
	if sub.tracked {
		check(a.roles.get(sub.role).frameworks.SetClientRank(sub.client, f.rank))
	}
}

// Ranks returns the ranks of roles and frameworks that are not 0, each in order of the
// names. Cost: that of sorting them.
func (a *Allocator) Ranks() (roles []RoleRank, frameworks []FrameworkRank) {
	for _, id := range a.roles.byPath() {
		if rank := a.roles.get(id).rank; rank != 0 {
			roles = append(roles, RoleRank{id, rank})
		}
	}
	for _, slot := range a.frameworksByName() {
		if rank := a.frameworks.At(slot).rank; rank != 0 {
			frameworks = append(frameworks, FrameworkRank{a.frameworkID(slot), rank})
		}
	}
	return roles, frameworks
}
