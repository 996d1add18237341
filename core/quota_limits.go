package core

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// limits holds finite limits for some names; the others are unlimited.
type limits struct {
	amounts quantities.Row
	finite  quantities.NameSet
}

func (l *limits) any() bool { return !l.finite.Empty() }

// limitsLeft sets l to what limits leave to a role beyond what it has consumed
// and beyond already; it reports whether there are any. With nested quota the
// limits of its ancestors bound it, too. Limits on far names are worked out for
// those in b, which may be nil.
func (s *quotaStates) limitsLeft(l *limits, id RoleID, already quantities.Row, b *resource.Bag) bool {
	l.amounts.Reset()
	l.finite.Reset()
	limited := false
	for ; id != noRole; id = s.a.roles.get(id).parent {
		if q := s.of(id); q.quota.limits.any() {
			limited = true
			l.tighten(&q.quota.limits, q.consumed, already, b)
		}
		if !s.a.options.NestedQuota {
			break
		}
	}
	return limited
}

// tighten lowers l to what limits o leave beyond what is consumed and already
// offered: for all near names, and the far ones in b.
func (l *limits) tighten(o *limits, consumed, already quantities.Row, b *resource.Bag) {
	for w := o.finite.Near(); w != 0; w &= w - 1 {
		l.tightenOne(o, quantities.Name(bits.TrailingZeros64(w)), consumed, already)
	}
	if b == nil || !o.finite.HasFar() {
		return
	}
	for n := range b.FarNames() {
		if o.finite.Has(n) {
			l.tightenOne(o, n, consumed, already)
		}
	}
}

// tightenOne is tighten for one name, on which o has a limit.
func (l *limits) tightenOne(o *limits, name quantities.Name, consumed, already quantities.Row) {
	left := max(0, o.amounts.At(name)-consumed.At(name)-already.At(name))
	if l.finite.Has(name) {
		left = min(left, l.amounts.At(name))
	}
	l.finite.Set(name)
	l.amounts.Set(name, left)
}
