package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/quantities"
)

// checkQuota refuses quota that a role cannot have. It leaves RoomForNames to the caller.
func (a *Allocator) checkQuota(r alloc.RoleID, q alloc.Quota) error {
	if err := a.state.Roles.CheckRole(r); err != nil {
		return err
	}
	path := a.state.Roles.Path(r)
	// DIVERGES: Mesos takes quota of a nested role and aborts, or loses count of
	// it, in the next cycle.
	if !a.state.Roles.MayHaveQuota(a.state.Roles.Get(r)) {
		return fault.Errorf(alloc.CodeInvalid, "quota of role %q: only top-level roles may have quota", path)
	}
	if err := a.state.Kinds.CheckQuantities(q.Guarantees); err != nil {
		return fault.Within(err, "guarantee of role %q", path)
	}
	if err := a.state.Kinds.CheckQuantities(q.Limits); err != nil {
		return fault.Within(err, "limit of role %q", path)
	}
	limits := map[string]quantities.Amount{}
	for _, l := range q.Limits {
		limits[l.Name] = l.Amount
	}
	for _, g := range q.Guarantees {
		if limit, ok := limits[g.Name]; ok && g.Amount > limit {
			return fault.Errorf(alloc.CodeInvalid, "quota of role %q: guarantee of %s %v exceeds its limit of %v", path, g.Name, g.Amount, limit)
		}
	}
	return nil
}
