package generator

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
)

func init() { // how often in small clusters, in large ones, and in small ones while roles borrow (choice)
	add([]choice{
		{12, 4, 12, false, (*Generator).setLending},
		{20, 10, 30, false, (*Generator).giveBackLoan},
		{40, 10, 30, false, (*Generator).turnIdle},
	}, trap{alloc.CodeInvalid, (*Generator).badLending})
}

// setLending has a role lend some of what is kept back for it, mostly, or nothing more.
func (d *Generator) setLending() bool {
	if !d.has(lending) {
		return false
	}
	x := &calls.SetLending{Role: alloc.RoleID(one(d, d.style.top)), Guarantee: d.chance(80), Reservations: d.chance(70)}
	switch {
	case d.chance(20):
		x.Role = alloc.RoleID(one(d, d.style.roles))
	case len(d.style.idle) > 0 && d.chance(60):
		x.Role = alloc.RoleID(one(d, d.style.idle))
	}
	from := len(d.resources)
	for _, kind := range several(d, d.catalog.revocable, 80) {
		d.scalar(kind, one(d, []alloc.Amount{500, 2000, 4000, 16_000, 64_000, 1_000_000, 1_000_000, 100_000_000}))
	}
	x.Most = d.resources[from:]
	if d.chance(30) {
		x.MostRecalled = d.bounds()
	}
	return d.say(x)
}

// turnIdle has somebody ask in a role in which mostly nobody does, or no longer.
func (d *Generator) turnIdle() bool {
	n, ok := d.framework()
	if !ok || len(d.style.idle) == 0 {
		return false
	}
	role, f := one(d, d.style.idle), &d.accounts.Frameworks[n]
	in := f.In(role)
	switch {
	case in == nil || d.options.Faithful && !f.Active:
		return false
	case in.Suppressed:
		return d.say(&calls.ReviveOffers{Framework: alloc.FrameworkID(n), Roles: []alloc.RoleID{alloc.RoleID(role)}})
	}
	return d.say(&calls.SuppressOffers{Framework: alloc.FrameworkID(n), Roles: []alloc.RoleID{alloc.RoleID(role)}})
}

// badLending is a trap: what is to be lent is not revocable.
func (d *Generator) badLending() bool {
	return d.say(&calls.SetLending{Role: alloc.RoleID(one(d, d.style.roles)), Guarantee: true, Most: d.amountOf(d.catalog.plain[0], 1000)})
}

// giveBackLoan gives back what is recalled.
func (d *Generator) giveBackLoan() bool {
	l := one(d, append(d.accounts.Lent, accounts.Loan{}))
	if !l.Recalled {
		return false
	}
	h, x := d.accounts.Holding(l.Place), d.giveBack(l.Place)
	x.Resources = d.amountOf(l.Kind, alloc.Amount(l.Amount))
	d.bag.Set(d.cast.Kinds, x.Resources)
	x.Allocated = !h.Offered.Contains(d.cast.Kinds, d.bag)
	d.want.Either = d.accounts.Agents[l.Agent].Blurred()
	return !x.Allocated || h.Allocated.Contains(d.cast.Kinds, d.bag)
}
