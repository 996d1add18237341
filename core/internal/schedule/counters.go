package schedule

import (
	"math"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// Counters of what has happened since the allocator was created. Nothing resets them; a snapshot has them.
type Counters struct {
	Runs   uint64 // allocation cycles
	Offers uint64

	Requested          alloc.Time    // when the cycle that is due was first asked for
	Latency, Latencies time.Duration // from Requested to the cycle: the last one, all
	Took, TookAll      time.Duration // how long a cycle took by the host's clock: the last one, all
}

// CycleRuns counts a cycle and its latency.
func (c *Counters) CycleRuns(now alloc.Time) {
	c.Runs++
	c.Latency = now.Sub(c.Requested)
	c.Latencies = addDurations(c.Latencies, c.Latency)
}

// RunTook counts how long the last cycle took by the host's clock.
func (c *Counters) RunTook(d time.Duration) {
	c.Took = max(d, 0)
	c.TookAll = addDurations(c.TookAll, c.Took)
}

// OfferMade counts an offer.
func (s *Schedule) OfferMade() { s.Counters.Offers++ }

// addDurations returns the sum of two durations that are not negative, or the
// longest there is if it is longer.
func addDurations(x, y time.Duration) time.Duration {
	return x + min(y, math.MaxInt64-x)
}
