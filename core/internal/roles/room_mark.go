package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// A role's room is what its limit leaves, or what its guarantee lacks, and at least 0. The mark is the least room
// with which somebody in it was asked in vain since the mark was begun anew: more room than that may be
// enough for him. As a limit or guarantee is another one only after SetQuota, the mark is kept as the most
// that the role has consumed.

// RoomMark is a role's mark.
//
// Invariant: cut has each name of which there was too little room for somebody in the role who was asked in
// vain since the mark was begun anew. Of these, most has the most that the role consumed at the end of any
// cycle since, once it consumes less.
type RoomMark struct {
	cut  NameBits
	most quantities.Row
}

// NoteCut notes that somebody in a role was asked in vain, as limits, or what a guarantee lacks, leave too
// little of some names.
func (t *Roles) NoteCut(id alloc.RoleID, names NameBits) {
	for ; names != 0 && id != slots.NoRole; id = t.QuotaAbove(id) {
		if r := t.Get(id); r.HasQuota {
			r.mark.cut |= names
		}
	}
}

// BeginMark begins a role's mark anew. Package demand calls it as a cycle begins, when it has everybody asked
// anew whom the role's quota binds: that was set, or RaiseMark says so.
func (t *Roles) BeginMark(id alloc.RoleID) {
	mark := &t.Get(id).mark
	mark.cut = 0
	mark.most.Reset()
}

// RaiseMark raises a role's mark to what the role consumed at the end of the last cycle, before, and reports whether it
// has more room of any name than the mark: it consumes less than at the end of any cycle since the mark was begun, and less
// than its limit or, where it has none, its guarantee. Of the names in held the headroom keeps something back: of these a
// role that lacked nothing of its guarantee has more room, too, once it lacks some.
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
