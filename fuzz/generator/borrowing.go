package generator

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

func init() { // how often in small clusters, in large ones, and in small ones while roles borrow (choice)
	add([]choice{{8, 2, 5, false, (*Generator).setBorrowing}}, trap{alloc.CodeAmount, (*Generator).badBorrowing})
}

// setBorrowing bounds what a role may have borrowed, by amounts, parts or both, or no longer. Parts are thousandths of
// what the role deserves.
func (d *Generator) setBorrowing() bool {
	if !d.has(lending) {
		return false
	}
	x := &calls.SetBorrowing{Role: alloc.RoleID(one(d, d.style.roles))}
	if d.chance(30) {
		return d.say(x)
	}
	x.Most = d.bounds()
	for _, name := range several(d, d.style.scalars, 40) {
		x.Parts = append(x.Parts, alloc.Quantity{Name: name, Amount: one(d, []alloc.Amount{0, 1, 10, 100, 333, 500, 1000, 2500, 1 << 62})})
	}
	return d.say(x)
}

// bounds makes up amounts of some resources.
func (d *Generator) bounds() (list []alloc.Quantity) {
	for _, name := range several(d, d.style.scalars, 40) {
		list = append(list, alloc.Quantity{Name: name, Amount: d.quotaAmount(name)})
	}
	return list
}

// badBorrowing is a trap: a bound is below nothing.
func (d *Generator) badBorrowing() bool {
	wrong := []alloc.Quantity{{Name: "cpus", Amount: -1}}
	x := &calls.SetBorrowing{Role: alloc.RoleID(one(d, d.style.roles)), Parts: wrong}
	if d.chance(50) {
		x.Most, x.Parts = wrong, nil
	}
	return d.say(x)
}
