package operations

import (
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
)

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
