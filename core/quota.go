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

// SetQuota sets what a role is guaranteed and limited to; empty lists take
// both away.
//
// Errors: CodeUnknownRole, CodeInvalid (a guarantee exceeds its limit, a
// resource is named twice, or the role is nested and Options.NestedQuota is not
// set), CodeName, CodeAmount, CodeLimit (too many resource names).
func (a *Allocator) SetQuota(r RoleID, q Quota) error {
	if checking {
		defer a.verify()
	}
	if err := a.checkQuota(r, q); err != nil {
		return err
	}
	if err := a.roomForNames("quota of role "+a.roleText(r), q.Guarantees, q.Limits); err != nil {
		return err
	}
	a.applyQuota(r, a.readQuota(q))
	return nil
}

func (a *Allocator) applyQuota(id RoleID, q quota) {
	r := a.roles.get(id)
	a.quotaRoles += boolInt(!q.isDefault()) - boolInt(r.hasQuota)
	r.quota, r.hasQuota = q, !q.isDefault()
	a.quotaChanged(id, r)
	a.markAllDirty()
}
