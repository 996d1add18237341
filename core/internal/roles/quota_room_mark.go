package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// A role's room of a name is max(0, limit - consumed), or max(0, guarantee - consumed) where it has no limit. The
// mark is the least room with which somebody in the role was asked in vain since the mark was begun anew: more room
// may be enough. Limits and guarantees change in SetQuota alone, and so the mark is kept as the most that the role
// has consumed.

// RoomMark is a role's mark.
//
// Invariant: cut has each name of which there was too little room when somebody in the role was asked in vain,
// since the mark was begun anew. For these names most has the most that the role consumed at the end of any cycle
// since, as soon as it consumes less.
type RoomMark struct {
	cut  NameBits
	most quantities.Row
}

// NoteCut notes that somebody in a role was asked in vain, since limits, or what a guarantee lacks, leave too
// little of some names.
func (t *Roles) NoteCut(id alloc.RoleID, names NameBits) {
	for ; names != 0 && id != slots.NoRole; id = t.QuotaAbove(id) {
		if r := t.Get(id); r.HasQuota {
			r.mark.cut |= names
		}
	}
}

// BeginMark begins a role's mark anew. Package demand calls it as a cycle begins, when it makes all roles new that
// the role's quota binds: the quota has been set, or RaiseMark has returned true.
func (t *Roles) BeginMark(id alloc.RoleID) {
	mark := &t.Get(id).mark
	mark.cut = 0
	mark.most.Reset()
}

// RaiseMark raises most to before, what the role consumed at the end of the last cycle. It reports whether the role
// has more room of any name than the mark: consumed < min(most, bound), where bound is the limit of a name in cut,
// or the guarantee if it has no limit. The headroom keeps back something of the names in held. If most >= guarantee
// of such a name, bound is at least the guarantee: a role that lacked nothing has more room, too, once it lacks
// some.
func (t *Roles) RaiseMark(id alloc.RoleID, before *quantities.Row, held NameBits) bool {
	r := t.Get(id)
	q, mark := &r.Quota, &r.mark
	if mark.cut|held == 0 {
		return false
	}
	for n, consumed := range before.All() {
		if (mark.cut|held)&NameBit(n) != 0 {
			mark.most.Set(n, max(consumed, mark.most.At(n)))
		}
	}
	for n, most := range mark.most.All() {
		guarantee, bound := q.Guarantees.At(n), quantities.Amount(0)
		switch {
		case mark.cut&NameBit(n) == 0:
		case q.Limits.Finite.Has(n):
			bound = q.Limits.Amounts.At(n)
		default:
			bound = guarantee
		}
		if held&NameBit(n) != 0 && most >= guarantee {
			bound = max(bound, guarantee)
		}
		if r.Consumed.At(n) < min(most, bound) {
			return true
		}
	}
	return false
}
