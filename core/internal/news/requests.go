package news

import (
	"time"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Request makes an agent a candidate, unless allocation is paused
// (generateOffers).
func (n *News) Request(slot slots.Agent) {
	if n.Paused {
		return
	}
	n.Candidates.Set(slot)
	n.RequestCycle()
}

// RequestCycle makes a cycle due.
func (n *News) RequestCycle() {
	if !n.Pending {
		n.Counters.Requested = n.Now
	}
	n.Pending = true
}

// CycleIsOver ends what called for the cycle that has run, or was skipped.
func (n *News) CycleIsOver(ran bool) {
	if ran {
		n.Candidates.Reset()
	}
	n.Pending = false
}

// BeginInterval begins the interval until the next periodic allocation.
func (n *News) BeginInterval(interval time.Duration) { n.NextPeriodic = n.Now.Add(interval) }

// RequestAll makes all agents candidates of the next cycle, and asks for it.
func (n *News) RequestAll(alive container.BitSet[slots.Agent]) {
	n.Candidates.Unite(alive)
	n.RequestCycle()
}
