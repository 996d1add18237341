//go:build small_counters

package core

import "github.com/apportion/apportion/core/internal/api"

// defaultInterningLimits are low enough for a hunt with small counters (package widths).
var defaultInterningLimits = api.Limits{
	Roles:         24,
	Kinds:         48,
	Subscriptions: 16,
}
