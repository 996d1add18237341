package frameworks

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// noHistory is the history of a subscription without one.
var noHistory OfferHistory

// ReadHistory returns a subscription's history for reading.
func (s *Subscription) ReadHistory() *OfferHistory {
	if s.History == nil {
		return &noHistory
	}
	return s.History
}

// OfferHistory is a subscription's last offer, and sums over what became of its offers:
// it does not grow.
type OfferHistory struct {
	Agent    api.AgentID        // of the last offer, valid if InHistory
	Last     quantities.PastRow // the last offer, valid if InHistory
	Used     quantities.PastRow // Used and Returned stop at the largest amount
	Returned quantities.PastRow
	Filters  uint64
}

// OpenHistory returns a subscription's history for writing.
func (fs *Frameworks) OpenHistory(m slots.Subscription) *OfferHistory {
	sub := fs.Subscriptions.At(m)
	if sub.History == nil {
		sub.History = new(OfferHistory)
	}
	return sub.History
}
