package frameworks

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// To copy each offer into a history, so that Explain can tell of the last one, would cost every cycle. But
// mostly an offer is all that a ledger entry holds: then a cycle notes only the entry, and the call that
// changes the entry copies it first (Ledger.KeepLastOffer).

// NoteOffer counts an offer. It is all that entry holds has. If that is slots.None, the caller then calls
// KeepOffer.
func (s *Subscription) NoteOffer(names *rows.Names, now alloc.Time, holds slots.Entry) {
	s.Offers++
	s.OfferedAt = now
	s.forgetRefusal(names)
	s.LastOffer = holds
}

// KeepOffer makes the history the place of a subscription's last offer, of an agent. The
// caller fills in the amounts.
func (fs *Frameworks) KeepOffer(m slots.Subscription, agent alloc.AgentID) *quantities.Row {
	sub := fs.Subscriptions.At(m)
	h := sub.openHistory()
	sub.LastOffer, h.Agent = slots.None, agent
	return h.Last.Begin(fs.names)
}

// HasHistory reports whether a subscription has a history, or a last offer in an entry.
func (s *Subscription) HasHistory() bool { return s.History != nil || s.LastOffer != slots.None }
