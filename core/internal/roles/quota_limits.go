package roles

import (
	"math/bits"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Limits holds finite limits for some names; the others are unlimited.
type Limits struct {
	Amounts quantities.Row
	Finite  quantities.NameSet
}

// Set limits a name to an amount.
func (l *Limits) Set(n quantities.Name, amount quantities.Amount) {
	l.Finite.Set(n)
	l.Amounts.Set(n, amount)
}

// Lower lowers the amounts by what has been given out, at most to 0.
func (l *Limits) Lower(given quantities.Row) { l.Amounts.SubFloor(given) }

// LimitsLeft returns, in memory, max(0, limit - consumed) for each name that a role has a limit on, or nil if
// neither it nor a role above has any. With nested quota that is the minimum over the role and its ancestors. Of
// sparse names it has only those in b; b may be nil. A visit may lower the result while it makes up an offer: no
// role consumes anything by that.
func (t *Roles) LimitsLeft(memory *Limits, id alloc.RoleID, b *resource.Bag) (left *Limits) {
	memory.Reset()
	for ; id != slots.NoRole; id = t.QuotaAbove(id) {
		if r := t.Get(id); !r.Quota.Limits.Finite.Empty() {
			left = memory
			left.Tighten(&r.QuotaState, b)
		}
	}
	return left
}

// Exhausted returns the names of which the limits leave nothing.
func (l *Limits) Exhausted() (names NameBits) {
	for n := range l.Finite.All() {
		if l.Amounts.At(n) == 0 {
			names |= NameBit(n)
		}
	}
	return names
}

// Reset makes every name unlimited.
func (l *Limits) Reset() {
	l.Amounts.Reset()
	l.Finite.Reset()
}

// Tighten lowers l to max(0, limit - consumed), for all dense names that a quota has a limit
// on, and for the sparse ones of them in b.
func (l *Limits) Tighten(q *QuotaState, b *resource.Bag) {
	o := &q.Quota.Limits
	for w := o.Finite.Dense(); w != 0; w &= w - 1 {
		l.tightenOne(q, quantities.Name(bits.TrailingZeros64(w)))
	}
	if b == nil || !o.Finite.HasSparse() {
		return
	}
	for n := range b.SparseNames() {
		if o.Finite.Has(n) {
			l.tightenOne(q, n)
		}
	}
}

// tightenOne is Tighten for one name, on which the quota has a limit.
func (l *Limits) tightenOne(q *QuotaState, name quantities.Name) {
	left := max(0, q.Quota.Limits.Amounts.At(name)-q.Consumed.At(name))
	if l.Finite.Has(name) {
		left = min(left, l.Amounts.At(name))
	}
	l.Finite.Set(name)
	l.Amounts.Set(name, left)
}

// LeaveOneOf reports whether there are no rows, or the limits leave all that is in one of them.
func (l *Limits) LeaveOneOf(rows []quantities.Row) bool {
	return len(rows) == 0 || slices.ContainsFunc(rows, func(row quantities.Row) bool {
		for n, q := range row.All() {
			if l.Finite.Has(n) && l.Amounts.At(n) < q {
				return false
			}
		}
		return true
	})
}

// CopyTo copies the limits to a row and to the set of names that have one.
func (l *Limits) CopyTo(amounts *quantities.Row, finite *quantities.NameSet) {
	amounts.CopyFrom(l.Amounts)
	finite.CopyFrom(&l.Finite)
}
