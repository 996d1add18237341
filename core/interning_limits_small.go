//go:build small_counters

package core

// A hunt with small counters comes to these, see package widths.
var defaultInterningLimits = interningLimits{
	roles:         24,
	kinds:         48,
	subscriptions: 16,
}
