package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// parseTime reads a time of an allocator: a duration since its host's clock began, a
// date, or nanoseconds.
func parseTime(text string) (alloc.Time, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return alloc.Time(n), nil
	}
	if d, err := time.ParseDuration(text); err == nil {
		return alloc.Time(d), nil
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return alloc.Time(t.UnixNano()), nil
	}
	return 0, fmt.Errorf("%q is no time: neither nanoseconds, nor a duration such as 7.5s, nor a date such as 2026-01-31T12:00:00Z", text)
}
