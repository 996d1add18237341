package explain

import (
	"strconv"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// others are so many that are not named.
func others(n int, what string) string { return plural(n, what) + " that you may not view" }

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// waitText is the time from now until another, rounded up, and "0 s" if that has passed: "3.2 s", "4 min", "12 h",
// "364 days".
func waitText(now, end alloc.Time) string {
	d := max(end.Sub(now), 0)
	switch {
	case d < time.Minute:
		return strconv.FormatFloat(float64((d+time.Millisecond-1)/time.Millisecond)/1000, 'f', -1, 64) + " s"
	case d < time.Hour:
		return strconv.Itoa(int((d+time.Minute-1)/time.Minute)) + " min"
	case d < 48*time.Hour:
		return strconv.Itoa(int((d+time.Hour-1)/time.Hour)) + " h"
	}
	return strconv.Itoa(int((d+24*time.Hour-1)/(24*time.Hour))) + " days"
}
