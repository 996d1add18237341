package demand

import (
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/internal/order"
)

// narrow finds the roles with a use for any of some names, and reports whether the stage knows them. It returns
// false until the stage has passed over more roles than there are: so finding them costs no more than passing over
// has cost.
func (d *Demand) narrow(names roles.NameBits) bool {
	t := &d.turns
	if names&^t.names != 0 {
		t.names |= names
		t.narrowed = false
	}
	if t.narrowed || t.passed <= d.Roles.Sorter.Count() {
		return t.narrowed
	}
	t.narrowed, t.passed = true, 0
	t.useful.Reset()
	selectable := d.Roles.Sorter.Selectable()
	if selectable {
		t.selection.Reset(d.Roles.Sorter)
	}
	for id := range d.Roles.InUse() {
		r := d.Roles.Get(id)
		if r.Active == 0 || d.useOf(r.Client, t.names)&t.names == 0 {
			continue
		}
		t.useful.Set(r.Client)
		if selectable {
			t.selection.Add(r.Client)
		}
	}
	return true
}

// noneIsUseful reports whether it is known that no role has a use for any of some names.
func (d *Demand) noneIsUseful(names roles.NameBits) bool {
	return d.narrow(names) && d.turns.useful.Empty()
}

// hasUse reports whether the role whose turn it is has a use for any of the usable names.
func (d *Demand) hasUse(client order.Client) bool {
	t := &d.turns
	if t.narrowed && d.usable&^t.names == 0 && !t.useful.Has(client) {
		return false
	}
	use := d.useOf(client, d.usable|t.names)
	if use&d.usable != 0 {
		return true
	}
	t.passed++
	if t.narrowed && use&t.names == 0 {
		t.useful.Clear(client)
		if t.order.some == &t.selection {
			t.selection.Drop()
		}
	}
	return false
}

// useOf returns those of some names for which a role has a use in this stage.
func (d *Demand) useOf(client order.Client, of roles.NameBits) roles.NameBits {
	id := d.Roles.ByClient[client]
	if d.turns.isFair {
		return d.leftOf(id, of&^roles.BeyondQuota) | d.usesBeyondQuota(client, of)
	}
	return lackedNames(d.Roles.Get(id)) & of
}
