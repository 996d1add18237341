package operations

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// SetQuota replaces a role's quota (core.Allocator.SetQuota).
func (o *Roles) SetQuota(r api.RoleID, q api.Quota) error {
	if err := o.checkQuota(r, q); err != nil {
		return err
	}
	if err := o.kinds.RoomForNames(q.Guarantees, q.Limits); err != nil {
		return api.Within(err, "quota of role %s", o.roles.RoleText(r))
	}
	o.roles.SetQuota(r, o.readQuota(q), o.names)
	return nil
}

func (o *Roles) checkQuota(r api.RoleID, q api.Quota) error {
	if err := o.roles.CheckRole(r); err != nil {
		return err
	}
	path := o.roles.Path(r)
	// DIVERGES: Mesos takes quota of a nested role and aborts, or loses count of
	// it, in the next cycle.
	if !o.roles.MayHaveQuota(o.roles.Get(r)) {
		return api.Errorf(api.CodeInvalid, "quota of role %q: only top-level roles may have quota", path)
	}
	if err := o.kinds.CheckQuantities(q.Guarantees); err != nil {
		return api.Within(err, "guarantee of role %q", path)
	}
	if err := o.kinds.CheckQuantities(q.Limits); err != nil {
		return api.Within(err, "limit of role %q", path)
	}
	limits := map[string]quantities.Amount{}
	for _, l := range q.Limits {
		limits[l.Name] = l.Amount
	}
	for _, g := range q.Guarantees {
		if limit, ok := limits[g.Name]; ok && g.Amount > limit {
			return api.Errorf(api.CodeInvalid, "quota of role %q: guarantee of %s %v exceeds its limit of %v", path, g.Name, g.Amount, limit)
		}
	}
	return nil
}

// readQuota turns quota that has passed checkQuota, and for whose names there is
// room, into rows.
func (o *Roles) readQuota(q api.Quota) roles.Quota {
	parsed := roles.Quota{Guarantees: o.kinds.Row(q.Guarantees)}
	for _, l := range q.Limits {
		name := assert.Must(o.names.Intern(l.Name))
		parsed.Limits.Finite.Set(name)
		parsed.Limits.Amounts.Set(name, l.Amount)
	}
	return parsed
}
