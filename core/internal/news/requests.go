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

// MarkDirty forgets that an agent was offered to everyone in vain.
func (n *News) MarkDirty(slot slots.Agent) { n.Dirty.Set(slot) }
