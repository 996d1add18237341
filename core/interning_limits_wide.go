//go:build !small_counters

package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

var defaultInterningLimits = slots.Limits{
	Roles:         alloc.MaxRoles,
	Kinds:         resource.Max,
	Subscriptions: frameworks.MaxSubscriptions,
}
