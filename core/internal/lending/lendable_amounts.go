package lending

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/kinds"
)

// Amounts are how much lenders may lend at some time. Where some exceed others in nothing, what may be
// lent of an agent is no more with them, unless Part.IsMixed.
type Amounts struct {
	lenders []uint64     // who lends what, and of which guarantees
	amounts []api.Amount // in all, and of each guarantee: what can be made use of
}

// AmountsNow writes how much lenders may lend now.
func (x *Lendable) AmountsNow(r *Amounts) {
	r.lenders = r.lenders[:0]
	r.amounts = slices.Grow(r.amounts[:0], len(x.left))[:len(x.left)]
	clear(r.amounts)
	for i := range x.sources {
		y := &x.sources[i]
		l := y.lender
		r.lenders = append(r.lenders, uint64(l.Role), uint64(y.name), uint64(assert.BoolInt(l.Reservations)), uint64(len(y.guarantees)))
		r.amounts[y.most] = x.ofGuarantee(y)
		if l.Reservations {
			r.amounts[y.most] = max(0, x.inAll(y))
		}
		for _, at := range y.guarantees {
			r.lenders = append(r.lenders, uint64(at))
			r.amounts[at] = kinds.AddSaturating(r.amounts[at], x.ofGuaranteesBut(y, at))
		}
	}
	for i := range x.sources {
		for _, at := range x.sources[i].guarantees {
			r.amounts[at] = min(r.amounts[at], max(0, x.left[at]))
		}
	}
}

// Match reports whether two are of the same lenders.
func (r *Amounts) Match(o *Amounts) bool { return slices.Equal(r.lenders, o.lenders) }

// Equal reports whether two that match are the same.
func (r *Amounts) Equal(o *Amounts) bool { return slices.Equal(r.amounts, o.amounts) }

// Exceed reports whether any amount is larger than in others that match.
func (r *Amounts) Exceed(o *Amounts) bool {
	for i, n := range r.amounts {
		if n > o.amounts[i] {
			return true
		}
	}
	return false
}

// Lower lowers amounts to those of others that match.
func (r *Amounts) Lower(o *Amounts) {
	for i, n := range o.amounts {
		r.amounts[i] = min(r.amounts[i], n)
	}
}

// CopyFrom makes them what others are.
func (r *Amounts) CopyFrom(o *Amounts) {
	r.lenders, r.amounts = append(r.lenders[:0], o.lenders...), append(r.amounts[:0], o.amounts...)
}
