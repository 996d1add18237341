package core

import "fmt"

// Validate checks the allocator's bookkeeping against itself and returns the first fault.
// It is for tests and for hosts that suspect a fault: no argument of a call can make it
// fail. Under the build tag invariants every call that changes something ends with it.
//
// Each package checks the invariants that are numbered above its types, and what must hold
// between it and the packages that it imports.
//
// Cost: linear in the state, and in what is looked for in it.
func (v *View) Validate() error {
	for _, part := range []struct {
		name  string
		check func() error
	}{
		{"agents", v.state.Agents.Validate},
		{"roles", v.state.Roles.Validate},
		{"frameworks", v.state.Frameworks.Validate},
		{"ledger", v.state.Ledger.Validate},
		{"cycle", v.cycle.Validate},
		{"shrink order", v.state.ShrinkOrder.Validate},
	} {
		if err := part.check(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}

// verify is Validate under the build tag invariants.
func (a *Allocator) verify() {
	if err := a.Validate(); err != nil {
		panic("apportion: invariant broken: " + err.Error())
	}
}
