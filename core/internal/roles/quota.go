package roles

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/quantities"
)

// Unsatisfied sets dst to what a role's guarantees lack.
func (q *QuotaState) Unsatisfied(dst *quantities.Row) {
	dst.Reset()
	dst.Add(q.Quota.Guarantees)
	dst.SubFloor(q.Consumed)
}

// Names ranges over the names that a quota is about.
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

// Quota in rows: guarantees by resource name, and limits with a bit for each
// name that has one.
type Quota struct {
	Guarantees quantities.Row
	Limits     Limits
}

func (q *Quota) IsDefault() bool {
	return q.Guarantees.IsZero() && !q.Limits.any()
}

// QuotaState is a role's quota and what has become of it. But for the quota itself
// it is as of the last cycle, and kept within it.
type QuotaState struct {
	Quota    Quota
	HasQuota bool // quota is not the default

	Consumed  quantities.Row     // of the quota, if the role has one
	Need      quantities.Row     // headroom that guarantees of this role and its subroles need
	NeedBelow quantities.WideRow // what of it subroles need together
}

// QuotaStates are the roles' quotas: those that they have, or what they would be
// (explain.go).
type QuotaStates struct {
	Roles   *Roles
	Changed map[api.RoleID]*QuotaState // nil: all are the roles' own
	Before  map[api.RoleID]*QuotaState // those of other roles, if not their own
}

// Of returns a role's quota, to be read.
func (s *QuotaStates) Of(id api.RoleID) *QuotaState {
	if s.Changed != nil {
		if q := s.Changed[id]; q != nil {
			return q
		}
		if q := s.Before[id]; q != nil {
			return q
		}
	}
	return &s.Roles.Get(id).QuotaState
}

// Change returns a role's quota, to be changed: a copy unless all are the roles'
// own.
func (s *QuotaStates) Change(id api.RoleID) *QuotaState {
	if s.Changed == nil {
		return &s.Roles.Get(id).QuotaState
	}
	q := s.Changed[id]
	if q == nil {
		q = s.Of(id).Clone()
		s.Changed[id] = q
	}
	return q
}

// Clone returns a copy that shares nothing that reassess changes.
func (q *QuotaState) Clone() *QuotaState {
	c := *q
	c.Consumed, c.Need, c.NeedBelow = q.Consumed.Clone(), q.Need.Clone(), q.NeedBelow.Clone()
	return &c
}

// ReassessNeed sets what headroom the guarantees of a role and its subroles need:
// what the role itself lacks, or what its subroles lack together if that is
// more, since what they are given counts for the role. No cluster has more than
// can be counted, so that to need even more is as good as to need that.
func (r *QuotaState) ReassessNeed() {
	r.Unsatisfied(&r.Need)
	r.NeedBelow.Raise(&r.Need)
}
