package core

import "github.com/apportion/apportion/quantities"

// Quota is what a role is guaranteed and what it may not exceed, per
// resource. A zero guarantee is none; a limit of zero is a limit.
type Quota struct {
	Guarantees []Quantity
	Limits     []Quantity
}

// quota in rows: guarantees by resource name, and limits with a bit for each
// name that has one.
type quota struct {
	guarantees quantities.Row
	limits     limits
}

func (q *quota) isDefault() bool {
	return q.guarantees.IsZero() && !q.limits.any()
}

// quotaState is a role's quota and what has become of it. But for the quota itself
// it is as of the last cycle, and kept within it.
type quotaState struct {
	quota    quota
	hasQuota bool // quota is not the default

	consumed  quantities.Row     // of the quota, if the role has one
	need      quantities.Row     // headroom that guarantees of this role and its subroles need
	needBelow quantities.WideRow // what of it subroles need together
}

// quotaStates are the roles' quotas: those that they have, or what they would be
// (explain.go).
type quotaStates struct {
	a       *Allocator
	changed map[RoleID]*quotaState // nil: all are the roles' own
	before  map[RoleID]*quotaState // those of other roles, if not their own
}

// of returns a role's quota, to be read.
func (s *quotaStates) of(id RoleID) *quotaState {
	if s.changed != nil {
		if q := s.changed[id]; q != nil {
			return q
		}
		if q := s.before[id]; q != nil {
			return q
		}
	}
	return &s.a.roles.get(id).quotaState
}

// change returns a role's quota, to be changed: a copy unless all are the roles'
// own.
func (s *quotaStates) change(id RoleID) *quotaState {
	if s.changed == nil {
		return &s.a.roles.get(id).quotaState
	}
	q := s.changed[id]
	if q == nil {
		q = s.of(id).clone()
		s.changed[id] = q
	}
	return q
}

// clone returns a copy that shares nothing that reassess changes.
func (q *quotaState) clone() *quotaState {
	c := *q
	c.consumed, c.need, c.needBelow = q.consumed.Clone(), q.need.Clone(), q.needBelow.Clone()
	return &c
}

// SetQuota sets what a role is guaranteed and limited to; empty lists take
// both away.
//
// Errors: CodeUnknownRole, CodeInvalid (a guarantee exceeds its limit, a
// resource is named twice, or the role is nested and Options.NestedQuota is not
// set), CodeName, CodeAmount, CodeLimit (too many resource names).
func (a *Allocator) SetQuota(r RoleID, q Quota) error {
	defer a.settle()
	if err := a.checkQuota(r, q); err != nil {
		return err
	}
	if err := a.roomForNames(q.Guarantees, q.Limits); err != nil {
		return err.within("quota of role %s", a.roleText(r))
	}
	a.applyQuota(r, a.readQuota(q))
	return nil
}

func (a *Allocator) applyQuota(id RoleID, q quota) {
	r := a.roles.get(id)
	a.quotaRoles += boolInt(!q.isDefault()) - boolInt(r.hasQuota)
	for n := range q.names {
		a.names.Ref(n)
	}
	for n := range r.quota.names {
		a.names.Unref(n)
	}
	r.quota, r.hasQuota = q, !q.isDefault()
	a.quotaChanged(id, r)
	a.roles.relist(id)
	a.roles.check(id)
	a.markAllDirty()
}
