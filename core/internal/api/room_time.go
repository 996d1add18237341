package api

import (
	"math"
	"time"
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
