package roles

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// leavesAnyOf reports whether a role's own limits leave room for any of the names.
func (r *Role) leavesAnyOf(names NameSet) bool {
	for ; names != 0; names &= names - 1 {
		n := quantities.Name(bits.TrailingZeros64(uint64(names)))
		if !r.Quota.Limits.Finite.Has(n) || r.Quota.Limits.Amounts.At(n) > r.Consumed.At(n) {
			return true
		}
	}
	return false
}

// Limits holds finite limits for some names; the others are unlimited.
type Limits struct {
	Amounts quantities.Row
	Finite  quantities.NameSet
}

func (l *Limits) any() bool { return !l.Finite.Empty() }

// LimitsLeft sets l to max(0, limit - consumed - already) for each name that a role has
// a limit on, and reports whether it has any limit. With Options.NestedQuota l is the
// minimum over the role and its ancestors. Of far names l has only those in b; b may be nil.
func (s *QuotaStates) LimitsLeft(l *Limits, id api.RoleID, already quantities.Row, b *resource.Bag) bool {
	l.Amounts.Reset()
	l.Finite.Reset()
	limited := false
	for ; id != api.NoRole; id = s.Roles.Get(id).Parent {
		if q := s.Of(id); q.Quota.Limits.any() {
			limited = true
			l.tighten(&q.Quota.Limits, q.Consumed, already, b)
		}
		if !s.Roles.options.NestedQuota {
			break
		}
	}
	return limited
}

// tighten lowers l to max(0, o - consumed - already), for all near names of o and for
// its far names in b.
func (l *Limits) tighten(o *Limits, consumed, already quantities.Row, b *resource.Bag) {
	for w := o.Finite.Near(); w != 0; w &= w - 1 {
		l.tightenOne(o, quantities.Name(bits.TrailingZeros64(w)), consumed, already)
	}
	if b == nil || !o.Finite.HasFar() {
		return
	}
	for n := range b.FarNames() {
		if o.Finite.Has(n) {
			l.tightenOne(o, n, consumed, already)
		}
	}
}

// tightenOne is tighten for one name, on which o has a limit.
func (l *Limits) tightenOne(o *Limits, name quantities.Name, consumed, already quantities.Row) {
	left := max(0, o.Amounts.At(name)-consumed.At(name)-already.At(name))
	if l.Finite.Has(name) {
		left = min(left, l.Amounts.At(name))
	}
	l.Finite.Set(name)
	l.Amounts.Set(name, left)
}

// CopyTo copies the limits to a row and to the set of names that have one.
func (l *Limits) CopyTo(amounts *quantities.Row, finite *quantities.NameSet) {
	amounts.CopyFrom(l.Amounts)
	finite.CopyFrom(&l.Finite)
}
