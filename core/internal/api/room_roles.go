package api

import "github.com/apportion/apportion/core/internal/slots"

// NoRole is no role: a top-level role's parent.
const NoRole = RoleID(slots.None)
