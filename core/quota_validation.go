package core

import "github.com/apportion/apportion/quantities"

func (a *Allocator) checkQuota(r RoleID, q Quota) error {
	if err := a.checkRole(r); err != nil {
		return err
	}
	path := a.roles.get(r).path
	// DIVERGES: Mesos takes quota of a nested role and aborts, or loses count of
	// it, in the next cycle.
	if a.roles.get(r).parent != noRole && !a.options.NestedQuota {
		return errorf(CodeInvalid, "quota of role %q: only top-level roles may have quota", path)
	}
	if err := a.checkQuantities(q.Guarantees); err != nil {
		return err.within("guarantee of role %q", path)
	}
	if err := a.checkQuantities(q.Limits); err != nil {
		return err.within("limit of role %q", path)
	}
	limits := map[string]quantities.Amount{}
	for _, l := range q.Limits {
		limits[l.Name] = l.Amount
	}
	for _, g := range q.Guarantees {
		if limit, ok := limits[g.Name]; ok && g.Amount > limit {
			return errorf(CodeInvalid, "quota of role %q: guarantee of %s %v exceeds its limit of %v", path, g.Name, g.Amount, limit)
		}
	}
	return nil
}

// readQuota turns quota that has passed checkQuota, and for whose names there is
// room, into rows.
func (a *Allocator) readQuota(q Quota) quota {
	parsed := quota{guarantees: a.row(q.Guarantees)}
	for _, l := range q.Limits {
		name := must(a.names.Intern(l.Name))
		parsed.limits.finite.Set(name)
		parsed.limits.amounts.Set(name, l.Amount)
	}
	return parsed
}
