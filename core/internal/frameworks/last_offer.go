package frameworks

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Explain tells of a framework's last offer. To copy each offer into a history for that would cost every
// cycle. Mostly an offer is all that a ledger entry holds: then a cycle notes only the entry, and a call
// that changes the entry first copies the offer (Ledger.KeepLastOffer).

// NoteOffer counts an offer. holds is the entry that has exactly the offer. If no entry has, it is
// slots.None, and the caller then calls KeepOffer.
func (s *Subscription) NoteOffer(names *rows.Names, now alloc.Time, holds slots.Entry) {
	s.Offers++
	s.OfferedAt = now
	s.forgetRefusal(names)
	s.LastOffer = holds
}

// KeepOffer moves a subscription's last offer, of an agent, to its history. The caller fills in the
// amounts.
func (fs *Frameworks) KeepOffer(m slots.Subscription, agent alloc.AgentID) *quantities.Row {
	sub := fs.Subscriptions.At(m)
	h := sub.openHistory()
	sub.LastOffer, h.Agent = slots.None, agent
	return h.Last.Begin(fs.names)
}

// HasHistory reports whether a subscription has a history, or a last offer in an entry.
func (s *Subscription) HasHistory() bool { return s.History != nil || s.LastOffer != slots.None }
