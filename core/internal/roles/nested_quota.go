package roles

import (
	"iter"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Nested quota (Options.NestedQuota) is quota on any role of the tree: no other file reads the
// option. Without it only top-level roles have quota, as in Mesos. With it
//
//   - a role is bound by its own limits and by those of each role above it (LimitsLeft);
//   - what a role below consumes, the roles above consume, too (Consume, Satisfy);
//   - a role needs headroom for what its own guarantees lack, or for what its subroles need together, whichever is
//     more: what subroles are given counts for its guarantees (reassessNeed).

// HasNestedQuota reports whether any role may have quota.
func (t *Tree) HasNestedQuota() bool { return t.options.NestedQuota }

// MayHaveQuota reports whether a role may have quota.
func (t *Tree) MayHaveQuota(r *Role) bool {
	return r.Parent == slots.NoRole || t.HasNestedQuota()
}

// QuotaAbove returns the role right above a role if quota there binds it, too (with nested quota), and else
// slots.NoRole.
func (t *Tree) QuotaAbove(id alloc.RoleID) alloc.RoleID {
	if !t.HasNestedQuota() {
		return slots.NoRole
	}
	return t.Get(id).Parent
}

// BoundBy yields a role, and those roles below it that are in use and that its quota binds.
func (t *Tree) BoundBy(id alloc.RoleID) iter.Seq[alloc.RoleID] {
	return func(yield func(alloc.RoleID) bool) {
		if yield(id) && t.HasNestedQuota() {
			t.Below(id)(yield)
		}
	}
}

// reassessNeed sets Need = max(what a role's guarantees lack, NeedBelow), and reports whether it has changed. If
// so, it changes NeedBelow of the role above by the same, or, for a top-level role, required: what all top-level
// roles need. Need stops at the largest amount, which no cluster exceeds. before is scratch.
func (t *Roles) reassessNeed(id alloc.RoleID, quota func(alloc.RoleID) *QuotaState, required *rows.Wide, before *quantities.Row) (changed bool) {
	q := quota(id)
	before.CopyFrom(q.Need)
	q.Unsatisfied(&q.Need)
	q.NeedBelow.Raise(&q.Need)
	if before.Equal(q.Need) {
		return false
	}
	if above := t.Get(id).Parent; above != slots.NoRole {
		required = &quota(above).NeedBelow
	}
	required.Change(*before, q.Need)
	return true
}

// Satisfy counts an offer of a cycle's guarantee stage. used is what the offer consumes of quota, and filling the
// part of that which fills a guarantee. It lowers required, the headroom that guarantees still need:
// with nested quota to what they lack then, else by filling, as Mesos does.
func (t *Roles) Satisfy(id alloc.RoleID, used, filling quantities.Row, required *quantities.Row) {
	if !t.HasNestedQuota() {
		t.Get(id).Consumed.Add(used)
		required.SubFloor(filling)
		return
	}
	before := &t.scratch.row
	for ; id != slots.NoRole; id = t.Get(id).Parent {
		t.QuotaOf(id).Consumed.Add(used)
		t.reassessNeed(id, t.QuotaOf, &t.Required, before)
	}
	t.Required.CopyTo(required)
}
