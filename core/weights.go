package core

import (
	"math"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

// SetWeights sets the weights of roles; those not named keep theirs, and of one that is named
// twice the last counts, as in Mesos. It takes effect with the next cycle. As in Mesos, a role that has
// no framework of its own, and some below it, goes on with the weight that it had in the first cycle with these.
//
// Errors: CodeUnknownRole, CodeInvalid (a weight that is not above 0 and
// finite).
//
// Cost: proportional to what is named, and to the depth of the roles.
func (a *Allocator) SetWeights(weights []alloc.RoleWeight) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.SetWeights{Weights: weights} })
	for _, w := range weights {
		if err := a.state.Roles.CheckRole(w.Role); err != nil {
			return err
		}
		if !(w.Weight > 0) || math.IsInf(w.Weight, 0) {
			return fault.Errorf(alloc.CodeInvalid, "weight of role %q: %v is not a positive number", a.state.Roles.Path(w.Role), w.Weight)
		}
	}
	for _, w := range weights {
		a.state.Roles.SetWeight(w.Role, w.Weight)
	}
	return nil
}

// SetRanks sets ranks. The policy Ranked orders roles and frameworks by the lowest rank,
// then by the smallest weighted dominant share. Those not named keep theirs, which is 0 at
// first. A framework has one rank in all its roles until it is removed.
//
// Ranks take effect with the next cycle. Other policies ignore them.
//
// Errors: CodeUnknownRole, CodeUnknownFramework, CodeStale, CodeInvalid (a rank that
// is not a number; infinite ones are good).
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
