package news

import "github.com/apportion/apportion/core/internal/slots"

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
