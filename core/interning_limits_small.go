//go:build small_counters

package core

import "github.com/apportion/apportion/core/internal/slots"

// defaultInterningLimits are low enough for a hunt with small counters (package widths).
var defaultInterningLimits = slots.Limits{
	Roles:         24,
	Kinds:         48,
	Subscriptions: 16,
}
