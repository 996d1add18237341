package roles

import (
	"iter"
	"maps"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// AssumedQuotas are the quotas of roles as they would be at the next cycle, or after changes.
// The roles' own stay as they are.
type AssumedQuotas struct {
	Required rows.Wide // headroom that guarantees need

	roles   *Roles
	changed map[alloc.RoleID]*QuotaState // copies
	before  *AssumedQuotas               // the quotas of roles not in changed; nil: those that the roles have
}

// AssumeQuotas returns quotas as the next cycle would reassess them.
func (t *Roles) AssumeQuotas() *AssumedQuotas {
	q := &AssumedQuotas{Required: t.Required.Clone(), roles: t, changed: map[alloc.RoleID]*QuotaState{}}
	for _, id := range t.ToReassess {
		q.reassess(id)
	}
	return q
}

// Of returns a role's quota, to be read.
func (q *AssumedQuotas) Of(id alloc.RoleID) *QuotaState {
	for layer := q; layer != nil; layer = layer.before {
		if own := layer.changed[id]; own != nil {
			return own
		}
	}
	return q.roles.QuotaOf(id)
}

// Path ranges over a role and the roles above whose quota binds it, with their quotas.
func (q *AssumedQuotas) Path(id alloc.RoleID) iter.Seq2[alloc.RoleID, *QuotaState] {
	return func(yield func(alloc.RoleID, *QuotaState) bool) {
		for ; id != slots.NoRole && yield(id, q.Of(id)); id = q.roles.QuotaAbove(id) {
		}
	}
}

// LeftOf returns what limits leave of a name: the least of max(0, limit - consumed) along a role's path, or MaxSum
// if no role there has a limit on it.
func (q *AssumedQuotas) LeftOf(n quantities.Name, id alloc.RoleID) alloc.Amount {
	left := quantities.MaxSum
	for _, s := range q.Path(id) {
		if s.Quota.Limits.Finite.Has(n) {
			left = min(left, max(0, s.Quota.Limits.Amounts.At(n)-s.Consumed.At(n)))
		}
	}
	return left
}

// RaiseLimits raises a role's limits by so much.
func (q *AssumedQuotas) RaiseLimits(id alloc.RoleID, more quantities.Row) {
	l := &q.own(id).Quota.Limits
	l.Amounts = l.Amounts.Clone()
	for n, amount := range more.All() {
		l.Amounts.Set(n, resource.AddSaturating(l.Amounts.At(n), amount))
	}
}

// LowerGuarantees lowers a role's guarantees by so much.
func (q *AssumedQuotas) LowerGuarantees(id alloc.RoleID, less quantities.Row) {
	own := &q.own(id).Quota
	own.Guarantees = own.Guarantees.Clone()
	own.Guarantees.SubFloor(less)
	q.reassess(id)
}

// own returns a copy of a role's quota, to be changed. Its guarantees and limits are shared: who changes them
// copies them first.
func (q *AssumedQuotas) own(id alloc.RoleID) *QuotaState {
	own := q.changed[id]
	if own == nil {
		own = q.Of(id).Clone()
		q.changed[id] = own
	}
	return own
}

// reassess is Roles.reassess on these quotas.
func (q *AssumedQuotas) reassess(id alloc.RoleID) {
	q.roles.reassess(id, q.own, &q.Required, new(quantities.Row))
}

// ChangedLater returns quotas that begin as these, and are changed on top of them.
func (q *AssumedQuotas) ChangedLater() *AssumedQuotas {
	return &AssumedQuotas{q.Required.Clone(), q.roles, map[alloc.RoleID]*QuotaState{}, q}
}

// Clone returns a copy to which other changes can be made.
func (q *AssumedQuotas) Clone() *AssumedQuotas {
	c := &AssumedQuotas{q.Required.Clone(), q.roles, maps.Clone(q.changed), q.before}
	for id, own := range c.changed {
		c.changed[id] = own.Clone()
	}
	return c
}
