package core

import "fmt"

// Validate checks the allocator's bookkeeping against itself and returns the first fault. It is for
// tests, and for hosts that suspect a fault: whatever arguments calls are given, it does not fail. Under
// the build tag invariants every call that changes agents, frameworks or roles ends with it.
//
// Cost: linear in the state, and in what is looked for in it.
func (v *View) Validate() error {
	if err := v.state.Validate(); err != nil {
		return err
	}
	if err := v.cycle.Validate(); err != nil {
		return fmt.Errorf("cycle: %w", err)
	}
	return nil
}

// verify is Validate under the build tag invariants.
func (a *Allocator) verify() {
	if err := a.Validate(); err != nil {
		panic("apportion: invariant broken: " + err.Error())
	}
}
