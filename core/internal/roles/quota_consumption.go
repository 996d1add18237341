package roles

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/quantities"
)

// What a role has consumed of its quota is all reservations, allocated or not,
// and the unreserved, non-revocable resources offered or allocated.

// QuotaChanged notes that a role's quota, or what it has consumed of it, is
// to be looked at before the next cycle.
func (t *Roles) QuotaChanged(id api.RoleID, r *Role) {
	if !r.QuotaDirty {
		r.QuotaDirty, r.DirtyPlace = true, uint32(len(t.ToReassess))
		t.ToReassess = append(t.ToReassess, id)
	}
}

// settleQuota does what QuotaChanged put off, for a role that is about to be
// forgotten.
func (t *Roles) settleQuota(id api.RoleID, r *Role) {
	if !r.QuotaDirty {
		return
	}
	last := len(t.ToReassess) - 1
	moved := t.ToReassess[last]
	t.ToReassess[r.DirtyPlace] = moved
	t.Get(moved).DirtyPlace = r.DirtyPlace
	t.ToReassess = t.ToReassess[:last]
	t.ReassessQuota(id)
}

// ReassessQuota works out anew what a role has consumed and needs, and what the
// roles above need.
func (t *Roles) ReassessQuota(id api.RoleID) {
	r := t.Get(id)
	r.QuotaDirty = false
	own := QuotaStates{Roles: t}
	own.Reassess(id, &t.Required, &t.scratch.row)
	if r.leavesAnyOf(t.ExhaustedForAll) {
		t.ExhaustedForAll = 0
	}
}

// Reassess works out anew what a role has consumed and needs, and what the roles
// above need, all of them together in required. before is scratch.
func (s *QuotaStates) Reassess(id api.RoleID, required *quantities.WideRow, before *quantities.Row) {
	r, q := s.Roles.Get(id), s.Change(id)
	q.Consumed.Reset()
	q.Consumed.Add(r.OfferedOrAllocatedUnreserved)
	q.Consumed.Add(r.Reserved)
	for {
		before.Reset()
		before.Add(q.Need)
		q.ReassessNeed()
		if before.Equal(q.Need) {
			return
		}
		if id = s.Roles.Get(id).Parent; id == api.NoRole {
			required.Change(*before, q.Need)
			return
		}
		above := s.Change(id)
		above.NeedBelow.Change(*before, q.Need)
		q = above
	}
}
