package news

import (
	"time"

	"github.com/apportion/apportion/core/internal/api"
)

// Counters of what has happened since the allocator was created.
type Counters struct {
	Runs   uint64 // allocation cycles
	Offers uint64

	Requested          api.Time      // when the cycle that is due was first asked for
	Latency, Latencies time.Duration // of the last cycle and of all
	Took, TookAll      time.Duration // likewise, as the host measured
}

// CycleRuns counts a cycle.
func (c *Counters) CycleRuns(now api.Time) {
	c.Runs++
	c.Latency = now.Sub(c.Requested)
	c.Latencies = api.AddDurations(c.Latencies, c.Latency)
}
