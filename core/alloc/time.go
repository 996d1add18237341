package alloc

import (
	"fmt"
	"math"
	"time"
)

// Time is an instant on the host's clock: nanoseconds since whatever the host
// counts from. The allocator has no clock of its own; the latest Time that any
// call has named is its present.
type Time int64

// StartOfTime and EndOfTime bound all times: StartOfTime <= t <= EndOfTime.
const (
	StartOfTime = Time(math.MinInt64)
	EndOfTime   = Time(math.MaxInt64)
)

// LastTime is the latest time that a host may tell: a refusal that begins then still ends. The
// clock could not go much beyond it.
const LastTime = EndOfTime - Time(MaxRefuse)

// Check refuses a time beyond LastTime, with CodeInvalid.
func (t Time) Check() error {
	if t <= LastTime {
		return nil
	}
	return &Error{Code: CodeInvalid, Text: fmt.Sprintf("%d is no time: the last is %d; where nothing is due, wait for an event", int64(t), int64(LastTime))}
}

// Add returns t+d. A sum beyond the ends of time is the end.
func (t Time) Add(d time.Duration) Time {
	sum := t + Time(d)
	switch {
	case d > 0 && sum < t:
		return EndOfTime
	case d < 0 && sum > t:
		return StartOfTime
	}
	return sum
}

// Sub returns the duration from u to t, or the longest there is if it is longer.
func (t Time) Sub(u Time) time.Duration {
	d := time.Duration(t - u)
	switch {
	case t > u && d < 0:
		return math.MaxInt64
	case t < u && d > 0:
		return math.MinInt64
	}
	return d
}
