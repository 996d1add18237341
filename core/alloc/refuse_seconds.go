package alloc

import "time"

// DefaultRefuse and MaxRefuse are the protocol's default and longest time for which a
// framework refuses an agent's resources.
const (
	DefaultRefuse = 5 * time.Second
	MaxRefuse     = 365 * 24 * time.Hour
)
