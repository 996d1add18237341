package operations

import (
	"math"

	"github.com/apportion/apportion/core/internal/api"
)

// SetWeights sets the weights of roles (core.Allocator.SetWeights).
func (o *Roles) SetWeights(weights []api.RoleWeight) error {
	for _, w := range weights {
		if err := o.roles.CheckRole(w.Role); err != nil {
			return err
		}
		if !(w.Weight > 0) || math.IsInf(w.Weight, 0) {
			return api.Errorf(api.CodeInvalid, "weight of role %q: %v is not a positive number", o.roles.Path(w.Role), w.Weight)
		}
	}
	for _, w := range weights {
		o.roles.SetWeight(w.Role, w.Weight)
	}
	return nil
}

// SetRanks sets ranks of roles and frameworks (core.Allocator.SetRanks).
func (o *Roles) SetRanks(roles []api.RoleRank, frameworks []api.FrameworkRank) error {
	for _, x := range roles {
		if err := o.roles.CheckRole(x.Role); err != nil {
			return err
		}
		if math.IsNaN(x.Rank) {
			return api.Errorf(api.CodeInvalid, "rank of role %q is not a number", o.roles.Path(x.Role))
		}
	}
	for _, x := range frameworks {
		f, _, err := o.frameworks.FrameworkOf(x.Framework)
		if err != nil {
			return err
		}
		if math.IsNaN(x.Rank) {
			return api.Errorf(api.CodeInvalid, "rank of framework %q is not a number", f.Name)
		}
	}
	for _, x := range roles {
		o.roles.SetSettings(x.Role, o.roles.Get(x.Role).WithRank(x.Rank+0)) // no negative zero
	}
	for _, x := range frameworks {
		f, _, _ := o.frameworks.FrameworkOf(x.Framework)
		o.frameworks.SetSettings(f, f.WithRank(x.Rank+0))
	}
	return nil
}
