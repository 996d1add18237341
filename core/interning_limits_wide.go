//go:build !small_counters

package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
)

var defaultInterningLimits = api.Limits{
	Roles:         MaxRoles,
	Kinds:         resource.Max,
	Subscriptions: frameworks.MaxSubscriptions,
}
