package frameworks

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// lastOfferPlace says where a subscription's last offer stands. Mostly the offer is all
// that a ledger entry holds: a cycle then notes only the entry, and the call that changes
// the entry first copies it to the history (Ledger.KeepLastOffer).
type lastOfferPlace uint8

const (
	InHistory lastOfferPlace = iota // in History, or there was none
	InEntry                         // in entry LastOffer, which holds nothing else
	InOutcome                       // offer LastOffer of the cycle under way
)

// HasHistory reports whether a subscription has a history, or a last offer in an entry.
func (s *Subscription) HasHistory() bool { return s.History != nil || s.LastIn == InEntry }

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
