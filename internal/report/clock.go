package report

import (
	"fmt"
	"math"
	"strings"
)

// leastClock is from how many seconds on times are written in min, h and d.
const leastClock = 120

const (
	minute = 60.0
	hour   = 60 * minute
	day    = 24 * hour
)

// clockStep is a step of a time axis in seconds that people count in, not below the one
// asked for.
func clockStep(raw float64) float64 {
	for _, step := range []float64{
		15, 30, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
		hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, day,
	} {
		if raw <= step {
			return step
		}
	}
	return NiceStep(raw/day, true) * day
}

// clock writes seconds in the two units that matter: "1 h 20 min", "2 d".
func clock(seconds float64) string {
	units := []struct {
		name string
		of   float64
	}{{"d", day}, {"h", hour}, {"min", minute}, {"s", 1}}
	rest := math.Round(seconds)
	var parts []string
	for i, u := range units {
		n := math.Floor(rest / u.of)
		rest -= n * u.of
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", Count(int(n)), u.name))
		}
		if len(parts) == 2 || len(parts) == 1 && i > 0 && n == 0 {
			break
		}
	}
	return strings.Join(parts, " ")
}
