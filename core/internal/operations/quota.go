package operations

import (
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
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

// SetLending sets what a role lends (core.Allocator.SetLending).
func (o *Roles) SetLending(l *api.Lending) error {
	if err := o.roles.CheckRole(l.Role); err != nil {
		return err
	}
	path := o.roles.Path(l.Role)
	for _, d := range []time.Duration{l.Grace, l.Least} {
		if d < 0 || d > api.MaxGrace {
			return api.Errorf(api.CodeInvalid, "lending of role %q: a loan cannot last %v more: 0 to %v", path, d, api.MaxGrace)
		}
	}
	var most resource.Bag
	if err := o.kinds.ReadBag(&most, l.Most, "lent"); err != nil {
		return api.Within(err, "lending of role %q", path)
	}
	for _, r := range l.Most {
		if k := o.kinds.Describe(uint32(r.Kind)); !k.Revocable || !kinds.IsPlain(k) || len(k.Reservations) > 0 {
			return api.Errorf(api.CodeInvalid, "lending of role %q: %s is not lent as a revocable scalar without a disk, a provider or a reservation", path, k.Name)
		}
	}
	o.lending.Set(l.Role, lending.Settings{Guarantee: l.Guarantee, Reservations: l.Reservations, Most: most, Grace: l.Grace, Least: l.Least})
	return nil
}

func (o *Roles) checkQuota(r api.RoleID, q api.Quota) error {
	if err := o.roles.CheckRole(r); err != nil {
		return err
	}
	path := o.roles.Path(r)
	// DIVERGES: Mesos takes quota of a nested role and aborts, or loses count of
	// it, in the next cycle.
	if o.roles.Get(r).Parent != api.NoRole && !o.options.NestedQuota {
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
