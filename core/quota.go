package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/roles"
)

// SetQuota sets what a role is guaranteed and limited to; empty lists take
// both away. It takes effect with the next cycle. What is held beyond a limit stays held.
//
// Errors: CodeUnknownRole, CodeInvalid (a guarantee exceeds its limit, a
// resource is named twice, or the role is nested and Options.NestedQuota is not
// set), CodeName, CodeAmount, CodeLimit (too many resource names).
//
// Cost: proportional to what is named, and to the role's depth.
func (a *Allocator) SetQuota(r alloc.RoleID, q alloc.Quota) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.SetQuota{Role: r, Quota: q} })
	if err := a.checkQuota(r, q); err != nil {
		return err
	}
	if err := a.state.Kinds.RoomForNames(q.Guarantees, q.Limits); err != nil {
		return fault.Within(err, "quota of role %s", a.state.Roles.RoleText(r))
	}
	a.state.Roles.SetQuota(r, a.readQuota(q), a.state.Names)
	return nil
}

// readQuota turns quota that has passed checkQuota, and for whose names there is
// room, into rows.
func (a *Allocator) readQuota(q alloc.Quota) roles.Quota {
	return roles.Quota{Guarantees: a.state.Kinds.Row(q.Guarantees), Limits: a.limits(q.Limits)}
}

// limits turns amounts that have passed CheckQuantities, and for whose names there is room, into limits.
func (a *Allocator) limits(list []alloc.Quantity) (l roles.Limits) {
	for _, q := range list {
		l.Set(assert.Must(a.state.Names.Intern(q.Name)), q.Amount)
	}
	return l
}
