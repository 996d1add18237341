package draw

import (
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/book"
)

// setLending has a role lend some of what is kept back for it, mostly, or nothing more.
func (d *Drawer) setLending() bool {
	if !d.has(lending) {
		return false
	}
	x := &calls.SetLending{Role: core.RoleID(one(d, d.style.top)), Guarantee: d.chance(80), Reservations: d.chance(70)}
	if d.chance(20) {
		x.Role = core.RoleID(one(d, d.style.roles))
	}
	from := len(d.resources)
	for _, kind := range several(d, d.catalog.revocable, 80) {
		d.scalar(kind, one(d, []core.Amount{500, 2000, 4000, 16_000, 64_000, 1_000_000}))
	}
	x.Most = d.resources[from:]
	x.Grace = one(d, []time.Duration{0, 0, time.Second, 5 * time.Second, 20 * time.Second})
	x.Least = one(d, []time.Duration{0, 0, 0, 10 * time.Second})
	return d.say(x)
}

// badLending is a trap: what is to be lent is not revocable, or is due too late.
func (d *Drawer) badLending() bool {
	x := &calls.SetLending{Role: core.RoleID(one(d, d.style.roles)), Guarantee: true}
	if d.chance(50) {
		x.Grace = one(d, []time.Duration{-1, core.MaxGrace + 1})
	} else {
		x.Most = d.amountOf(d.catalog.plain[0], 1000)
	}
	return d.say(x)
}

// giveBackLoan gives back what is recalled.
func (d *Drawer) giveBackLoan() bool {
	l := one(d, append(d.book.Lent, book.Loan{}))
	if !l.Recalled {
		return false
	}
	h, x := d.book.Holding(l.Place), d.giveBack(l.Place)
	x.Resources = d.amountOf(l.Kind, core.Amount(l.Amount))
	d.bag.Set(d.cast.Kinds, x.Resources)
	x.Allocated = !h.Offered.Contains(d.cast.Kinds, d.bag)
	d.want.Either = d.book.Agents[l.Agent].Blurred()
	return !x.Allocated || h.Allocated.Contains(d.cast.Kinds, d.bag)
}
