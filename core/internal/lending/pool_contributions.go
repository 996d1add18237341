package lending

import (
	"iter"
	"math/bits"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// Loans of guarantees are of one pool. If a role and one above it lend of their guarantees, the highest one alone
// adds to the pool, so that nothing is lent twice.

// addsToPool returns which role at or above some role adds to the pool, or nil.
func (b *Book) addsToPool(id alloc.RoleID) (highest *Terms) {
	for l := range b.TermsOf(id) {
		if l.Guarantee {
			highest = l
		}
	}
	return highest
}

// own returns how much of a name a role may add to the pool: min(Most, what its guarantee lacks).
func (b *Book) own(l *Terms, name quantities.Name) alloc.Amount {
	_, most := l.MostOf(name)
	return min(most, Lacks(b, l.Role, name))
}

// pool returns how much of a name all roles add to the pool.
func (b *Book) pool(name quantities.Name) (sum alloc.Amount) {
	for _, l := range b.Terms {
		if b.addsToPool(l.Role) == l {
			sum = resource.AddSaturating(sum, b.own(l, name))
		}
	}
	return sum
}

// Lacks returns what a role's guarantee lacks: max(0, guarantee - unreserved held - reserved).
func Lacks(b *Book, id alloc.RoleID, name quantities.Name) alloc.Amount {
	r := b.roles.Get(id)
	return max(0, r.Quota.Guarantees.At(name)-r.OfferedOrAllocatedUnreserved.At(name)-r.Reserved.At(name))
}

// LentOf ranges over the roles that add to the pool, by path, with the part of OfPool that each counts as having
// lent: in proportion to what it adds.
func (b *Book) LentOf(name quantities.Name) iter.Seq2[alloc.RoleID, alloc.Amount] {
	return func(yield func(alloc.RoleID, alloc.Amount) bool) {
		lent, total, before := b.OfPool.At(name), b.pool(name), alloc.Amount(0)
		upTo := func(part alloc.Amount) alloc.Amount {
			high, low := bits.Mul64(uint64(lent), uint64(part))
			whole, _ := bits.Div64(high, low, uint64(total))
			return alloc.Amount(whole)
		}
		for _, l := range b.Terms {
			own := b.own(l, name)
			if own == 0 || b.addsToPool(l.Role) != l {
				continue
			}
			after := resource.AddSaturating(before, own)
			if !yield(l.Role, upTo(after)-upTo(before)) {
				return
			}
			before = after
		}
	}
}
