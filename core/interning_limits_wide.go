//go:build !small_counters

package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
)

var defaultInterningLimits = api.Limits{
	Roles:         MaxRoles,
	Kinds:         resource.Max,
	Subscriptions: offerfilter.MaxSubscriptions,
}
