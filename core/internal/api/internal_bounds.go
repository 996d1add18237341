package api

import (
	"math"
	"time"

	"github.com/apportion/apportion/core/internal/slots"
)

// StartOfTime and EndOfTime bound all times: StartOfTime <= t <= EndOfTime.
const (
	StartOfTime = Time(math.MinInt64)
	EndOfTime   = Time(math.MaxInt64)
)

// AddDurations returns the sum of two durations that are not negative, or the
// longest there is if it is longer.
func AddDurations(x, y time.Duration) time.Duration {
	return x + min(y, math.MaxInt64-x)
}

// NoRole is no role: a top-level role's parent.
const NoRole = RoleID(slots.None)

// There must be room for all that a call interns before any of it is interned: a call
// that fails leaves nothing behind.

// Limits bound what one allocator knows, so that garbage from outside ends
// in an error. Tests lower them.
type Limits struct {
	Roles         int
	Kinds         int
	Subscriptions int // at once; a filter can tell no more apart
}
