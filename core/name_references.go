package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// A resource name is known for as long as there is a kind, a quota or a minimum of
// it. What agents have, frameworks hold and roles consume is of kinds, so that no row
// has anything of a name that is forgotten, but for those that look back: what
// subscriptions were offered, what the sorters remember, and what roles with quota had
// consumed when it was last worked out, which is done anew before it is read.

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

// forgetNames forgets the names that nothing refers to. Cost: something for each
// subscription and role, if there are any.
func (a *Allocator) forgetNames() {
	gone := a.names.ForgetIdle(a.scratch.names[:0])
	a.scratch.names = gone
	if len(gone) == 0 {
		return
	}
	for m := range uint32(a.subscriptions.Len()) {
		if h := a.subscriptions.At(m).history; h != nil {
			h.forget(gone)
		}
	}
	a.roleSorter.ForgetNames(gone)
	for _, r := range a.roles.All {
		if r.frameworks != nil {
			r.frameworks.ForgetNames(gone)
		}
	}
}
