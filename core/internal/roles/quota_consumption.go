package roles

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/quantities"
)

// A role consumes of its quota all that is reserved for it, allocated or not, and the
// unreserved, non-revocable resources that it is offered or allocated.

// QuotaChanged puts a role whose quota or consumption has changed on ToReassess, for
// the next cycle.
func (t *Roles) QuotaChanged(id api.RoleID, r *Role) {
	if !r.QuotaDirty {
		r.QuotaDirty, r.DirtyPlace = true, uint32(len(t.ToReassess))
		t.ToReassess = append(t.ToReassess, id)
	}
}

// settleQuota reassesses a role on ToReassess at once, since it is about to be
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

// ReassessQuota works out again how much a role has consumed and needs, and how much the
// roles above need. Names that the role has room for are not exhausted for all any more.
func (t *Roles) ReassessQuota(id api.RoleID) {
	r := t.Get(id)
	r.QuotaDirty = false
	own := QuotaStates{Roles: t}
	own.Reassess(id, &t.Required, &t.scratch.row)
	if r.leavesAnyOf(t.ExhaustedForAll) {
		t.ExhaustedForAll = 0
	}
}

// Reassess works out again how much a role has consumed and needs, and how much the
// roles above need. required is the need of all top-level roles together. before is
// scratch.
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
