package api

import "github.com/apportion/apportion/core/internal/slots"

const NoRole = RoleID(slots.None)
