package roles

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/quantities"
)

// A role consumes of its quota all that is reserved for it, allocated or not, and the
// unreserved, non-revocable resources that it is offered or allocated.

// QuotaChanged puts a role whose quota or consumption has changed on ToReassess, for
// the next cycle.
func (t *Quotas) QuotaChanged(id api.RoleID, r *Role) {
	if !r.QuotaDirty {
		r.QuotaDirty, r.DirtyPlace = true, uint32(len(t.ToReassess))
		t.ToReassess = append(t.ToReassess, id)
	}
}

// settleQuota reassesses a role on ToReassess at once, since it is about to be
// forgotten.
func (t *Quotas) settleQuota(id api.RoleID, r *Role) {
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

// Gain is the names of which quota may leave a role more than before.
type Gain struct {
	Less  NameSet         // the role consumes less of them
	Lacks NameSet         // its guarantees were met, and lack something
	Anew  bool            // its quota is another one: then they are all names
	Was   *quantities.Row // what it consumed before, until the next role comes
}

// ReassessAll reassesses the roles on ToReassess, and yields each with what it has gained.
func (t *Quotas) ReassessAll(yield func(api.RoleID, Gain) bool) {
	was := &t.scratch.consumed
	for _, id := range t.ToReassess {
		r, gain := t.Get(id), Gain{Was: was}
		if r.quotaSet {
			gain = Gain{Less: AllNames, Lacks: AllNames, Anew: true, Was: was}
		}
		was.CopyFrom(r.Consumed)
		t.reassessQuota(id)
		for n, q := range r.Quota.Guarantees.All() {
			if r.Consumed.At(n) < q && q <= was.At(n) {
				gain.Lacks |= NameBit(n)
			}
		}
		for n, q := range was.All() {
			if r.Consumed.At(n) < q {
				gain.Less |= NameBit(n)
			}
		}
		yield(id, gain)
	}
	t.ToReassess = t.ToReassess[:0]
}

// reassessQuota works out again how much a role has consumed and needs, and how much the
// roles above need.
func (t *Quotas) reassessQuota(id api.RoleID) {
	t.Get(id).QuotaDirty, t.Get(id).quotaSet = false, false
	t.Reassess(id, t.QuotaOf, &t.Required, &t.scratch.row)
}

// Reassess works out again how much a role has consumed and needs, and how much the roles
// above need. It writes the quotas that quota returns, and required, which is the need of
// all top-level roles together. before is scratch.
func (t *Quotas) Reassess(id api.RoleID, quota func(api.RoleID) *QuotaState, required *quantities.WideRow, before *quantities.Row) {
	r, q := t.Get(id), quota(id)
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
		id = t.Get(id).Parent
		if id == api.NoRole {
			required.Change(*before, q.Need)
			return
		}
		above := quota(id)
		above.NeedBelow.Change(*before, q.Need)
		q = above
	}
}

// Consume counts an offer of a cycle's fair stage for the roles whose quota binds a role.
func (t *Quotas) Consume(id api.RoleID, used quantities.Row) {
	for ; id != api.NoRole; id = t.QuotaAbove(id) {
		if r := t.Get(id); r.HasQuota {
			r.Consumed.Add(used)
		}
	}
}
