package generator

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

func (d *Generator) updateQuota() bool {
	if !d.has(quota) {
		return false
	}
	role := one(d, d.style.top)
	if slices.Contains(d.style.idle, role) && len(d.accounts.Role(role).Guarantees) > 0 && d.chance(60) {
		return false // what is lent of it would have to last
	}
	q := d.quota()
	if slices.Contains(d.style.idle, role) && d.chance(70) {
		q = alloc.Quota{}
		for _, name := range several(d, d.style.scalars, 70) {
			q.Guarantees = append(q.Guarantees, alloc.Quantity{Name: name, Amount: 8 * min(d.quotaAmount(name), 1<<40)})
		}
	}
	return d.say(&calls.SetQuota{Role: alloc.RoleID(role), Quota: q})
}

func (d *Generator) quota() alloc.Quota {
	q := alloc.Quota{}
	if d.chance(15) {
		return q
	}
	names := append([]string{"gpus"}, d.style.scalars...)
	if d.chance(75) {
		for _, name := range several(d, names, 50) {
			q.Guarantees = append(q.Guarantees, alloc.Quantity{Name: name, Amount: d.quotaAmount(name)})
		}
	}
	limited, percent := d.chance(60), 50
	if d.has(allLimited) {
		limited, percent = true, 100
	}
	if !limited {
		return q
	}
	for _, name := range several(d, names, percent) {
		least := alloc.Amount(0)
		for _, g := range q.Guarantees {
			if g.Name == name {
				least = g.Amount
			}
		}
		limit := least + one(d, []alloc.Amount{0, 1, 1000, 1000}) + d.quotaAmount(name)
		q.Limits = append(q.Limits, alloc.Quantity{Name: name, Amount: max(limit, least)})
	}
	return q
}

func (d *Generator) quotaAmount(name string) alloc.Amount {
	if d.chance(10) {
		return 0
	}
	n := d.amount()
	if n >= 1<<40 {
		return n
	}
	if name == "mem" {
		n *= 64
	}
	if d.options.Size >= Large {
		return n * alloc.Amount(1+d.upTo(len(d.style.agents)/16))
	}
	return n * alloc.Amount(1+len(d.style.agents)/8)
}
