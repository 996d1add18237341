//go:build small_counters

package core

import "github.com/apportion/apportion/core/internal/api"

// A hunt with small counters comes to these, see package widths.
var defaultInterningLimits = api.Limits{
	Roles:         24,
	Kinds:         48,
	Subscriptions: 16,
}
