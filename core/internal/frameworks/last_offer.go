package frameworks

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// lastOfferPlace says where a subscription's last offer stands, of which Explain tells. To
// copy each offer into a history would cost every cycle. But mostly the offer is all that a
// ledger entry holds: then a cycle notes only the entry, and the call that changes the entry
// copies it first (Ledger.KeepLastOffer). Else the cycle copies it when it ends.
type lastOfferPlace uint8

const (
	inHistory lastOfferPlace = iota // in History, or there was none
	inEntry                         // in entry LastOffer, which holds nothing else
	inOutcome                       // offer LastOffer of the cycle under way
)

// NoteOffer counts an offer. It stands in entry holds, or, if that is slots.None, in the
// outcome of the cycle at an index. first is whether it is the first that stands there
// alone: the cycle then calls KeepOffer when it ends.
func (s *Subscription) NoteOffer(names *quantities.Names, now alloc.Time, holds slots.Entry, index int) (first bool) {
	s.Offers++
	s.OfferedAt = now
	s.forgetRefusal(names)
	if holds != slots.None {
		s.LastOffer, s.LastIn = uint32(holds), inEntry
		return false
	}
	first = s.LastIn != inOutcome
	s.LastOffer, s.LastIn = uint32(index), inOutcome
	return first
}

// InOutcome returns the index of the last offer in the outcome of the cycle under way, if
// it stands there.
func (s *Subscription) InOutcome() (index uint32, ok bool) {
	return s.LastOffer, s.LastIn == inOutcome
}

// InEntry returns the entry that has just the last offer, if one has.
func (s *Subscription) InEntry() (i slots.Entry, ok bool) {
	return slots.Entry(s.LastOffer), s.LastIn == inEntry
}

// KeepOffer makes the history the place of a subscription's last offer, of an agent. The
// caller fills in the amounts.
func (fs *Frameworks) KeepOffer(m slots.Subscription, agent alloc.AgentID) *quantities.Row {
	sub := fs.Subscriptions.At(m)
	h := sub.openHistory()
	sub.LastIn, h.Agent = inHistory, agent
	return h.Last.Begin(fs.names)
}

// HasHistory reports whether a subscription has a history, or a last offer in an entry.
func (s *Subscription) HasHistory() bool { return s.History != nil || s.LastIn == inEntry }
