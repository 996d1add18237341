package core

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/sorter/policy"
)

// ownLists gives options lists of their own: a host may use its own again.
func ownLists(o *alloc.Options) {
	o.FairnessExclude = slices.Clone(o.FairnessExclude)
	o.Policies, o.RolePolicies = slices.Clone(o.Policies), slices.Clone(o.RolePolicies)
	o.MinAllocatable = slices.Clone(o.MinAllocatable)
	for i := range o.MinAllocatable {
		o.MinAllocatable[i] = slices.Clone(o.MinAllocatable[i])
	}
}

func validate(o *alloc.Options) error {
	if err := o.Start.Check(); err != nil {
		return fmt.Errorf("options: start: %w", err)
	}
	switch {
	case o.Interval < 0:
		return fault.Errorf(alloc.CodeInvalid, "options: allocation interval of %v is negative", o.Interval)
	case o.RecoveryTimeout < 0:
		return fault.Errorf(alloc.CodeInvalid, "options: recovery timeout of %v is negative", o.RecoveryTimeout)
	case !(o.AgentRecoveryFactor >= 0 && o.AgentRecoveryFactor <= math.MaxFloat64):
		return fault.Errorf(alloc.CodeInvalid, "options: agent recovery factor %v is negative, or no number", o.AgentRecoveryFactor)
	case o.AgentOrder > alloc.OrderSpread:
		return fault.Errorf(alloc.CodeInvalid, "options: agent order %d is unknown: there are random, id, pack and spread", o.AgentOrder)
	}
	for _, x := range []struct {
		name string
		time time.Duration
	}{{"lending grace", o.LendingGrace}, {"least time of a loan", o.LendingLeast}} {
		if x.time < 0 || x.time > alloc.MaxGrace {
			return fault.Errorf(alloc.CodeInvalid, "options: %s of %v is not from 0 to %v", x.name, x.time, alloc.MaxGrace)
		}
	}
	policies, err := policySet(o.Policies)
	if err != nil {
		return err
	}
	o.RoleSorter, err = policies.Parse(o.RoleSorter)
	if err != nil {
		return fault.Because(alloc.CodeInvalid, err, "options: role sorter")
	}
	o.FrameworkSorter, err = policies.Parse(o.FrameworkSorter)
	if err != nil {
		return fault.Because(alloc.CodeInvalid, err, "options: framework sorter")
	}
	for _, name := range o.FairnessExclude {
		if name == "" {
			return fault.Errorf(alloc.CodeName, "options: a resource name excluded from fairness is empty")
		}
	}
	return nil
}

// policySet is of the built-in policies and of those of one's own.
func policySet(own []policy.Definition) (*policy.Set, error) {
	s, err := policy.NewSet(own...)
	if err != nil {
		return nil, fault.Because(alloc.CodeInvalid, err, "options: policies")
	}
	return s, nil
}

// Configuration returns the options that New was given, with policies as SetPolicy left
// them. An allocator made with them decides as this one does from now on. The caller owns
// the result. Cost: that of sorting the roles.
func (v *View) Configuration() alloc.Options {
	o := *v.state.Options
	ownLists(&o)
	o.RolePolicies = nil
	for _, id := range v.state.Roles.WithPolicies() {
		r := v.state.Roles.Get(id)
		for scope, p := range r.Own.ByScope() {
			if p != "" {
				o.RolePolicies = append(o.RolePolicies, alloc.RolePolicy{Role: v.state.Roles.PathOf(r), Scope: alloc.PolicyScope(scope), Policy: p})
			}
		}
	}
	return o
}
