package core

import "github.com/apportion/apportion/core/internal/resource"

// A resource name is known while a kind, a quota or a minimum has it. Agents have,
// frameworks hold and roles consume resources of kinds, so that their rows have no
// forgotten name.
//
// Rows that look back may have one. Rows of past offers (quantities.PastRow) and the memory
// of sorters drop forgotten names when next read or changed. The consumption of roles with
// quota is worked out anew before it is read.

// kindForgotten ends what a kind has referred to.
func (a *Allocator) kindForgotten(k *resource.Kind) {
	a.names.Unref(k.Name)
	if k.Flags&resource.Reserved != 0 {
		a.roles.Unref(RoleID(k.Role))
	}
}
