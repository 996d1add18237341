package core

import (
	"math"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
)

// SetWeights sets the weights of roles; those not named keep theirs. It takes
// effect with the next cycle.
//
// Errors: CodeUnknownRole, CodeInvalid (a weight that is not above 0 and
// finite).
func (a *Allocator) SetWeights(weights []RoleWeight) error {
	defer a.settle()
	for _, w := range weights {
		if err := a.roles.CheckRole(w.Role); err != nil {
			return err
		}
		if !(w.Weight > 0) || math.IsInf(w.Weight, 0) {
			return api.Errorf(CodeInvalid, "weight of role %q: %v is not a positive number", a.roles.Get(w.Role).Path, w.Weight)
		}
	}
	for _, w := range weights {
		r := a.roles.Get(w.Role)
		r.Weight = w.Weight
		assert.Check(a.roles.Sorter.SetWeight(r.Path, w.Weight))
		a.roles.Relist(w.Role)
		a.roles.Check(w.Role)
	}
	return nil
}
