package schedule

import (
	"time"

	"github.com/apportion/apportion/core/internal/api"
)

// Counters of what has happened since the allocator was created.
type Counters struct {
	Runs   uint64 // allocation cycles
	Offers uint64

	Requested          api.Time      // when the cycle that is due was first asked for
	Latency, Latencies time.Duration // from Requested to the cycle: the last one, all
	Took, TookAll      time.Duration // how long a cycle took by the host's clock: the last one, all
}

// CycleRuns counts a cycle and its latency.
func (c *Counters) CycleRuns(now api.Time) {
	c.Runs++
	c.Latency = now.Sub(c.Requested)
	c.Latencies = api.AddDurations(c.Latencies, c.Latency)
}

// RunTook counts how long the last cycle took by the host's clock.
func (c *Counters) RunTook(d time.Duration) {
	c.Took = max(d, 0)
	c.TookAll = api.AddDurations(c.TookAll, c.Took)
}

// OfferMade counts an offer.
func (s *Schedule) OfferMade() { s.Counters.Offers++ }
