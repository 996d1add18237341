package roles

import (
	"slices"

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

// Names lists the names of a quota's finite limits, then those of its guarantees.
func (q *Quota) Names() []quantities.Name {
	return quantities.AppendNames(slices.Collect(q.Limits.Finite.All()), q.Guarantees)
}

// isDefault reports whether a quota guarantees nothing and limits nothing.
func (q *Quota) isDefault() bool {
	return q.Guarantees.IsZero() && q.Limits.Finite.Empty()
}

// SetQuota replaces a role's quota. It counts references to resources' names in names.
func (t *Roles) SetQuota(id alloc.RoleID, q Quota, names *rows.Names) {
	r := t.Get(id)
	t.WithQuota += assert.BoolInt(!q.isDefault()) - assert.BoolInt(r.HasQuota)
	for _, n := range q.Names() {
		names.Ref(n)
	}
	for _, n := range r.Quota.Names() {
		names.Unref(n)
	}
	r.Quota, r.HasQuota, r.quotaSet = q, !q.isDefault(), true
	t.QuotaChanged(id, r)
	t.relist(id)
	t.keep(id)
}

// QuotaState is a role's quota, how much of it the role has consumed, and the headroom that it needs. For roles in
// Roles.ToReassess, Consumed, Need and NeedBelow are out of date until the next cycle begins: then they are worked
// out anew (reassess). Within a cycle its offers count at once (Consume; Satisfy in the guarantee stage).
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

// Clone returns a copy that shares only the rows of Quota and of the mark.
func (q *QuotaState) Clone() *QuotaState {
	c := *q
	c.Consumed, c.Need, c.NeedBelow = q.Consumed.Clone(), q.Need.Clone(), q.NeedBelow.Clone()
	return &c
}
