package schedule

import (
	"time"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Request makes an agent a candidate, unless allocation is paused
// (generateOffers). A request during a pause is dropped, and not made up for when
// allocation goes on.
func (s *Schedule) Request(slot slots.Agent) {
	if s.Paused {
		return
	}
	s.Candidates.Set(slot)
	s.RequestCycle()
}

// RequestCycle makes a cycle due.
func (s *Schedule) RequestCycle() {
	if !s.Pending {
		s.Counters.Requested = s.Now
	}
	s.Pending = true
}

// CycleIsOver ends what called for a cycle. Allocate calls it when the cycle has run, or was skipped: allocation is paused,
// or none was due. The candidates of one that was skipped are left for the next.
func (s *Schedule) CycleIsOver(ran bool) {
	if ran {
		s.Candidates.Reset()
	}
	s.Pending = false
}

// BeginInterval begins the interval until the next periodic allocation.
func (s *Schedule) BeginInterval(interval time.Duration) { s.NextPeriodic = s.Now.Add(interval) }

// RequestAll makes all agents candidates of the next cycle, and asks for it, unless allocation is paused.
func (s *Schedule) RequestAll(alive container.BitSet[slots.Agent]) {
	if s.Paused {
		return
	}
	s.Candidates.Unite(alive)
	s.RequestCycle()
}
