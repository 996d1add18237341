package core

import (
	"math"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
)

// SetWeights sets the weights of roles. Roles that are not named keep theirs; if one is named twice, its last
// weight counts, as in Mesos. It takes effect with the next cycle. As in Mesos, a role without frameworks of its
// own goes on with the weight that it had in the first cycle with frameworks below it.
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
