package api

import "time"

// Unavailability is an agent's planned maintenance. The core only hands it
// on with inverse offers.
type Unavailability struct {
	Start Time
	// Duration is the planned length, or 0 for an open end.
	Duration time.Duration
}
