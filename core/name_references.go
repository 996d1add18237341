package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

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
		a.roles.unref(RoleID(k.Role))
	}
}

// names ranges over the names that a quota is about.
func (q *quota) names(yield func(quantities.Name) bool) {
	for n := range q.guarantees.All() {
		if !yield(n) {
			return
		}
	}
	for n := range q.limits.finite.All() {
		if !yield(n) {
			return
		}
	}
}

// names ranges over the names that a minimum is about.
func (x *minimum) names(yield func(quantities.Name) bool) {
	for _, row := range x.rows {
		for n := range row.All() {
			if !yield(n) {
				return
			}
		}
	}
}
