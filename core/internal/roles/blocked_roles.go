package roles

import "github.com/apportion/apportion/core/internal/assert"

// Unblock takes back what noteBlockedRoles has noted of a role that has frameworks.
func (t *Roles) Unblock(r *Role) { assert.Check(t.Sorter.SetBlocked(r.Client, false)) }
