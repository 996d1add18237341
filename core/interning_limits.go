package core

import (
	"strings"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// There must be room for all that a call interns before any of it is interned: a call
// that fails leaves nothing behind.

// interningLimits bound what one allocator knows, so that garbage from outside ends
// in an error. Tests lower them.
type interningLimits struct {
	roles         int
	kinds         int
	subscriptions int // at once; a filter can tell no more apart
}

// roomForNames refuses lists of resources that have more new names than there is
// room for.
func (a *Allocator) roomForNames(lists ...[]Quantity) *Error {
	var fresh map[string]struct{}
	for _, list := range lists {
		for _, q := range list {
			if _, ok := a.names.Lookup(q.Name); ok {
				continue
			}
			if fresh == nil {
				fresh = map[string]struct{}{}
			}
			if fresh[q.Name] = struct{}{}; a.names.Len()+len(fresh) > quantities.MaxNames {
				cause := &quantities.TooManyNamesError{Name: q.Name}
				return &Error{Code: CodeLimit, Text: cause.Error(), Err: cause}
			}
		}
	}
	return nil
}

// roomForRole refuses a role for which, with those above it, there is no room.
func (a *Allocator) roomForRole(path string) *Error {
	if _, below, known := a.roles.descend(path); !known && a.roles.Len()+strings.Count(below, "/") >= a.limits.roles {
		return errorf(CodeLimit, "role %q: more than %d roles", path, a.limits.roles)
	}
	return nil
}

// roomForKind refuses a new kind for which, or for whose name or role, there is no
// room.
func (a *Allocator) roomForKind(k *Kind) *Error {
	if err := a.roomForNames([]Quantity{{Name: k.Name}}); err != nil {
		return err.within("kind")
	}
	if n := len(k.Reservations); n > 0 {
		if err := a.roomForRole(k.Reservations[n-1].Role); err != nil {
			return err.within("kind of %q", k.Name)
		}
	}
	if a.kinds.Len() >= a.limits.kinds {
		return because(CodeLimit, resource.ErrFull, "kind of %q", k.Name)
	}
	return nil
}

// roomForSubscriptions refuses so many more subscriptions than there is room for.
func (a *Allocator) roomForSubscriptions(more int) *Error {
	if a.subscriptions.Live()+more > a.limits.subscriptions {
		return errorf(CodeLimit, "more than %d frameworks in roles", a.limits.subscriptions)
	}
	return nil
}
