package core

import (
	"strconv"

	"github.com/apportion/apportion/quantities"
)

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
	parsed, err := a.readQuota(r, q)
	if err != nil {
		return err
	}
	a.applyQuota(r, parsed)
	return nil
}

func (a *Allocator) applyQuota(id RoleID, q quota) {
	r := a.roles.get(id)
	a.quotaRoles += boolInt(!q.isDefault()) - boolInt(r.hasQuota)
	r.quota, r.hasQuota = q, !q.isDefault()
	a.quotaChanged(id, r)
	a.markAllDirty()
}

func (a *Allocator) checkQuota(r RoleID, q Quota) error {
	if err := a.checkRole(r); err != nil {
		return err
	}
	path := a.roles.get(r).path
	// DIVERGES: Mesos takes quota of a nested role and aborts, or loses count of
	// it, in the next cycle.
	if a.roles.get(r).parent != noRole && !a.options.NestedQuota {
		return errorf(CodeInvalid, "quota of role %q: only top-level roles may have quota", path)
	}
	if err := a.checkQuantities("guarantee of role "+strconv.Quote(path), q.Guarantees); err != nil {
		return err
	}
	if err := a.checkQuantities("limit of role "+strconv.Quote(path), q.Limits); err != nil {
		return err
	}
	for _, g := range q.Guarantees {
		for _, l := range q.Limits {
			if g.Name == l.Name && g.Amount > l.Amount {
				return errorf(CodeInvalid, "quota of role %q: guarantee of %s %v exceeds its limit of %v", path, g.Name, g.Amount, l.Amount)
			}
		}
	}
	return nil
}

func (a *Allocator) readQuota(r RoleID, q Quota) (quota, error) {
	what := "quota of role " + strconv.Quote(a.roles.get(r).path)
	guarantees, err := a.row(what, q.Guarantees)
	if err != nil {
		return quota{}, err
	}
	parsed := quota{guarantees: guarantees}
	for _, l := range q.Limits {
		name, err := a.names.Intern(l.Name)
		if err != nil {
			return quota{}, errorf(CodeLimit, "%s: %w", what, err)
		}
		parsed.limits.finite.Set(uint32(name))
		parsed.limits.amounts.Set(name, l.Amount)
	}
	return parsed, nil
}
