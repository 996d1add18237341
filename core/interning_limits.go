package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// roomForKind refuses a new kind if there is no room for it, its name or its role.
func (a *Allocator) roomForKind(k *Kind) *Error {
	if err := a.kinds.RoomForNames([]Quantity{{Name: k.Name}}); err != nil {
		return api.Within(err, "kind")
	}
	if n := len(k.Reservations); n > 0 {
		if err := a.roles.RoomForRole(k.Reservations[n-1].Role); err != nil {
			return api.Within(err, "kind of %q", k.Name)
		}
	}
	if a.kinds.Len() >= a.limits.Kinds {
		return api.Because(CodeLimit, resource.ErrFull, "kind of %q", k.Name)
	}
	return nil
}
