package frameworks

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// lastOfferPlace says where it stands what a subscription was offered last.
//
// Mostly an offer is all of what the framework then holds on the agent in the role,
// until it answers: the ledger has it. A cycle writes down no more than which entry
// that is, and it is copied to the history when the entry is about to change, which
// calls do that have it at hand anyway. The next offer may come before that.
type lastOfferPlace uint8

const (
	InHistory lastOfferPlace = iota // or there was none
	InEntry                         // subscription.LastOffer, which holds nothing else
	InOutcome                       // of the cycle under way, as the LastOffer-th
)

// HasHistory reports whether there is more to tell of a subscription than of a new one.
func (s *Subscription) HasHistory() bool { return s.History != nil || s.LastIn == InEntry }

// noHistory is what there is to tell of a subscription for which nothing was written down.
var noHistory OfferHistory

// ReadHistory returns what was written down of a subscription, to be read only.
func (s *Subscription) ReadHistory() *OfferHistory {
	if s.History == nil {
		return &noHistory
	}
	return s.History
}

// OfferHistory is what a subscription was offered and what has become of it: the
// last offer and sums, so that it does not grow.
type OfferHistory struct {
	Agent    api.AgentID        // of the last offer, once that is written down
	Last     quantities.PastRow // likewise, see LastOffer
	Used     quantities.PastRow // sums that stop at the largest amount
	Returned quantities.PastRow
	Filters  uint64
}

// OpenHistory returns a subscription's history.
func (fs *Frameworks) OpenHistory(m slots.Subscription) *OfferHistory {
	sub := fs.Subscriptions.At(m)
	if sub.History == nil {
		sub.History = new(OfferHistory)
	}
	return sub.History
}
