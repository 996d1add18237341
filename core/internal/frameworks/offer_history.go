package frameworks

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
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

// KeepLastOffer writes a subscription's last offer, b of an agent, into its history: the
// ledger entry where it stood (InEntry) is about to change.
func (fs *Frameworks) KeepLastOffer(m slots.Subscription, agent api.AgentID, b *resource.Bag) {
	h := fs.OpenHistory(m)
	fs.Subscriptions.At(m).LastIn, h.Agent = InHistory, agent
	fs.kinds.SumUp(h.Last.Begin(fs.names), b)
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
