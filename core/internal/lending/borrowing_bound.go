package lending

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Borrowing bounds how much those in a role, and below it, may have borrowed of the pool at a time, see
// alloc.Borrowing: amounts, and parts in thousandths.
type Borrowing struct{ Most, Parts roles.Limits }

// Bounds reports whether anything is bounded.
func (x *Borrowing) Bounds() bool { return !x.Most.Finite.Empty() || !x.Parts.Finite.Empty() }

// Names lists the names of amounts, then those of parts.
func (x *Borrowing) Names() []quantities.Name {
	return slices.AppendSeq(slices.Collect(x.Most.Finite.All()), x.Parts.Finite.All())
}

// MostOf returns how much of a name may be borrowed: min(Most, total * deserves * Parts) of what is bounded, or
// MaxSum. total is how much of the name there is, and deserves the part of that which the role deserves.
func (x *Borrowing) MostOf(name quantities.Name, total alloc.Amount, deserves float64) alloc.Amount {
	most := quantities.MaxSum
	if x.Most.Finite.Has(name) {
		most = x.Most.Amounts.At(name)
	}
	part := float64(total) * deserves * float64(x.Parts.Amounts.At(name)) / float64(alloc.Unit)
	if x.Parts.Finite.Has(name) && part < float64(most) {
		most = alloc.Amount(part)
	}
	return most
}

// Deserving works out which part of all that there is a role deserves by the weights that were set: the product of
// weight / (sum of the weights of the siblings in use) down the path. The frameworks of the role above are together
// one sibling of weight 1. The role counts among its siblings even if it is not in use. The map keeps the sum of
// the weights of each role's children: it is good until weights or the roles in use change.
type Deserving map[alloc.RoleID]float64

// Of returns the part that a role deserves.
func (d Deserving) Of(b *Book, id alloc.RoleID) float64 {
	part := 1.0
	for id != slots.NoRole {
		r := b.roles.Get(id)
		sum, known := d[r.Parent]
		if !known {
			if r.Parent != slots.NoRole {
				sum = float64(assert.BoolInt(len(b.roles.Get(r.Parent).Subscriptions) > 0))
			}
			for sibling := range b.roles.Children(r.Parent) {
				sum += b.roles.Get(sibling).Weight
			}
			d[r.Parent] = sum
		}
		if !r.Listed {
			sum += r.Weight
		}
		part *= r.Weight / sum
		id = r.Parent
	}
	return part
}
