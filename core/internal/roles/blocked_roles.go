package roles

import "github.com/apportion/apportion/core/internal/assert"

// Unblock ends the blocking of a role that has frameworks (cycle/blocked_roles.go).
func (t *Roles) Unblock(r *Role) { assert.Check(t.Sorter.SetBlocked(r.Client, false)) }
