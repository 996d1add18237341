package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/widths"
)

// defaultInterningLimits are what there may be, and low enough for a hunt in a build with small counters.
func defaultInterningLimits() slots.Limits {
	if widths.Small {
		return slots.Limits{Roles: 24, Kinds: 48, Subscriptions: 16}
	}
	return slots.Limits{Roles: alloc.MaxRoles, Kinds: resource.Max, Subscriptions: frameworks.MaxSubscriptions}
}
