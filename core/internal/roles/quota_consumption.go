package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// A role consumes of its quota all that is reserved for it, allocated or not, and the
// unreserved, non-revocable resources that it is offered or allocated.

// QuotaChanged puts a role whose quota or consumption has changed on ToReassess, for
// the next cycle.
func (t *Roles) QuotaChanged(id alloc.RoleID, r *Role) {
	if !r.QuotaDirty {
		r.QuotaDirty, r.DirtyPlace = true, uint32(len(t.ToReassess))
		t.ToReassess = append(t.ToReassess, id)
	}
}

// settleQuota reassesses a role on ToReassess at once, since it is about to be
// forgotten.
func (t *Roles) settleQuota(id alloc.RoleID, r *Role) {
	if !r.QuotaDirty {
		return
	}
	last := len(t.ToReassess) - 1
	moved := t.ToReassess[last]
	t.ToReassess[r.DirtyPlace] = moved
	t.Get(moved).DirtyPlace = r.DirtyPlace
	t.ToReassess = t.ToReassess[:last]
	t.reassessQuota(id)
}

// Reassessed is a role as it was before it was reassessed.
type Reassessed struct {
	Consumed *quantities.Row // until the next role comes
	Anew     bool            // its quota has been set
}

// ReassessAll reassesses the roles on ToReassess, yields each, and empties the list. A cycle calls it when it
// begins (Demand.OpenRoom), unless no candidate may be offered: then the roles wait.
func (t *Roles) ReassessAll(yield func(alloc.RoleID, Reassessed) bool) {
	before := Reassessed{Consumed: &t.scratch.consumed}
	for _, id := range t.ToReassess {
		r := t.Get(id)
		before.Consumed.CopyFrom(r.Consumed)
		before.Anew = r.quotaSet
		t.reassessQuota(id)
		yield(id, before)
	}
	t.ToReassess = t.ToReassess[:0]
}

// reassessQuota works out again how much a role has consumed and needs, and how much the
// roles above need.
func (t *Roles) reassessQuota(id alloc.RoleID) {
	t.Get(id).QuotaDirty, t.Get(id).quotaSet = false, false
	t.reassess(id, t.QuotaOf, &t.Required, &t.scratch.row)
}

// reassess works out again how much a role has consumed and needs, and how much the roles
// above need. It writes the quotas that quota returns, and required, which is the need of
// all top-level roles together. before is scratch.
func (t *Roles) reassess(id alloc.RoleID, quota func(alloc.RoleID) *QuotaState, required *rows.Wide, before *quantities.Row) {
	r, q := t.Get(id), quota(id)
	q.Consumed.CopyFrom(r.OfferedOrAllocatedUnreserved)
	q.Consumed.Add(r.Reserved)
	for id != slots.NoRole && t.reassessNeed(id, quota, required, before) {
		id = t.Get(id).Parent
	}
}

// Recount works out again what some roles consume. They stay on ToReassess, so that the next cycle finds out what
// has changed.
func (t *Roles) Recount(some []alloc.RoleID) {
	for _, id := range some {
		t.reassess(id, t.QuotaOf, &t.Required, &t.scratch.row)
	}
}

// Consume counts an offer of a cycle's fair stage for the roles whose quota binds a role.
func (t *Roles) Consume(id alloc.RoleID, used quantities.Row) {
	for ; id != slots.NoRole; id = t.QuotaAbove(id) {
		if r := t.Get(id); r.HasQuota {
			r.Consumed.Add(used)
		}
	}
}
