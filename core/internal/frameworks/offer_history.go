package frameworks

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
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
	Agent    api.AgentID        // of the last offer, valid if inHistory
	Last     quantities.PastRow // the last offer, valid if inHistory
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

// CountUsed counts b, which tasks are told to use, in a subscription's history.
func (fs *Frameworks) CountUsed(m slots.Subscription, b *resource.Bag) {
	fs.addToHistory(&fs.OpenHistory(m).Used, b)
}

// CountReturned counts b, which was returned without use, in a subscription's history.
func (fs *Frameworks) CountReturned(m slots.Subscription, b *resource.Bag) {
	fs.addToHistory(&fs.OpenHistory(m).Returned, b)
}

// addToHistory adds what is in a bag to a sum, up to the largest amount.
func (fs *Frameworks) addToHistory(past *quantities.PastRow, b *resource.Bag) {
	row := &fs.scratch.row
	row.Reset()
	fs.kinds.SumUp(row, b)
	past.Update(fs.names).AddCapped(*row)
}

// LookAtNextHistory has the next subscription's history drop what it has of forgotten
// names, so that its memory is given back though nothing is offered to the subscription.
// Each Advance cleans one history; callers cannot observe which.
func (fs *Frameworks) LookAtNextHistory() {
	if fs.NextHistory++; int(fs.NextHistory) >= fs.Subscriptions.Len() {
		fs.NextHistory = 0
	}
	if int(fs.NextHistory) < fs.Subscriptions.Len() {
		if h := fs.Subscriptions.At(fs.NextHistory).History; h != nil {
			h.Last.Update(fs.names)
			h.Used.Update(fs.names)
			h.Returned.Update(fs.names)
		}
	}
}
