package core

import "math"

// RoleWeight names a role's weight.
type RoleWeight struct {
	Role   RoleID
	Weight float64
}

// SetWeights sets the weights of roles; those not named keep theirs. It takes
// effect with the next cycle.
//
// Errors: CodeUnknownRole, CodeInvalid (a weight that is not above 0 and
// finite).
func (a *Allocator) SetWeights(weights []RoleWeight) error {
	defer a.settle()
	for _, w := range weights {
		if err := a.checkRole(w.Role); err != nil {
			return err
		}
		if !(w.Weight > 0) || math.IsInf(w.Weight, 0) {
			return errorf(CodeInvalid, "weight of role %q: %v is not a positive number", a.roles.get(w.Role).path, w.Weight)
		}
	}
	for _, w := range weights {
		r := a.roles.get(w.Role)
		r.weight = w.Weight
		check(a.roleSorter.SetWeight(r.path, w.Weight))
		a.roles.relist(w.Role)
		a.roles.check(w.Role)
	}
	return nil
}
