//go:build !small_counters

package core

import (
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
)

var defaultInterningLimits = interningLimits{
	roles:         MaxRoles,
	kinds:         resource.Max,
	subscriptions: offerfilter.MaxSubscriptions,
}
