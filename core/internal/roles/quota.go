package roles

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Quota is a role's guarantees and limits, by resource name.
type Quota struct {
	Guarantees quantities.Row
	Limits     Limits
}

// Names ranges over the names of a quota's guarantees, then over those of its finite
// limits.
func (q *Quota) Names(yield func(quantities.Name) bool) {
	for n := range q.Guarantees.All() {
		if !yield(n) {
			return
		}
	}
	for n := range q.Limits.Finite.All() {
		if !yield(n) {
			return
		}
	}
}

// isDefault reports whether a quota guarantees nothing and limits nothing.
func (q *Quota) isDefault() bool {
	return q.Guarantees.IsZero() && !q.Limits.any()
}

// SetQuota replaces a role's quota. It counts references to resources' names in names.
func (t *Roles) SetQuota(id alloc.RoleID, q Quota, names *rows.Names) {
	r := t.Get(id)
	t.WithQuota += assert.BoolInt(!q.isDefault()) - assert.BoolInt(r.HasQuota)
	for n := range q.Names {
		names.Ref(n)
	}
	for n := range r.Quota.Names {
		names.Unref(n)
	}
	r.Quota, r.HasQuota, r.quotaSet = q, !q.isDefault(), true
	t.QuotaChanged(id, r)
	t.relist(id)
	t.keep(id)
}

// QuotaState is a role's quota, how much of it the role has consumed, and the headroom
// that it needs. Consumed, Need and NeedBelow lag behind until the next cycle opens, for
// the roles in Roles.ToReassess: then they are worked out anew (reassess). Within a cycle
// its offers count at once (Consume; Satisfy in the guarantee stage).
type QuotaState struct {
	Quota    Quota
	HasQuota bool // Quota is not the default

	Consumed  quantities.Row // of the quota, if the role has one
	Need      quantities.Row // headroom that guarantees of this role and its subroles need
	NeedBelow rows.Wide      // the sum of the subroles' Need

	mark RoomMark
}

// QuotaOf returns a role's quota, to be read.
func (t *Roles) QuotaOf(id alloc.RoleID) *QuotaState { return &t.Get(id).QuotaState }

// Clone returns a copy that shares no row.
func (q *QuotaState) Clone() *QuotaState {
	c := *q
	c.Consumed, c.Need, c.NeedBelow = q.Consumed.Clone(), q.Need.Clone(), q.NeedBelow.Clone()
	return &c
}
