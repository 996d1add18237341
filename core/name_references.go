package core

import "github.com/apportion/apportion/core/internal/resource"

// A resource name is known for as long as there is a kind, a quota or a minimum of
// it. What agents have, frameworks hold and roles consume is of kinds, so that no row
// has anything of a name that is forgotten, but for those that look back. What
// subscriptions were offered (quantities.PastRow) and what the sorters remember leave
// out what has been forgotten when they are next read or changed: nobody goes through
// them when a name is. What roles with quota had consumed when it was last worked out
// is worked out anew before it is read.

// kindForgotten ends what a kind has referred to.
func (a *Allocator) kindForgotten(k *resource.Kind) {
	a.names.Unref(k.Name)
	if k.Flags&resource.Reserved != 0 {
		a.roles.Unref(RoleID(k.Role))
	}
}
