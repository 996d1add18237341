package frameworks

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/rows"
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
// it does not grow. It ends when the framework leaves the role, and begins when it subscribes to it.
type OfferHistory struct {
	Agent    alloc.AgentID // of the last offer
	Last     rows.Past     // the last offer
	Used     rows.Past     // Used and Returned stop at the largest amount
	Returned rows.Past
	Filters  uint64
	Refused  quantities.Row // see NoteRefusal
}

// openHistory returns a subscription's history for writing.
func (s *Subscription) openHistory() *OfferHistory {
	if s.History == nil {
		s.History = new(OfferHistory)
	}
	return s.History
}

// NoteOffer counts an offer.
func (s *Subscription) NoteOffer(names *rows.Names, now alloc.Time) {
	s.Offers++
	s.OfferedAt = now
	s.forgetRefusal(names)
}

// KeepLastOffer keeps an offer of an agent as the last one to a subscription. A cycle calls it once it has made its
// offers.
func (fs *Frameworks) KeepLastOffer(m slots.Subscription, agent alloc.AgentID, offer []alloc.Resource) {
	h := fs.Subscriptions.At(m).openHistory()
	h.Agent = agent
	fs.kinds.SumUpResources(h.Last.Begin(fs.names), offer)
}

// CountFilter counts an offer that was refused for some time.
func (s *Subscription) CountFilter() { s.openHistory().Filters++ }

// CountOutcome counts what became of b, which a subscription was offered, up to the
// largest amount: tasks are told to use it, or it was returned without use.
func (fs *Frameworks) CountOutcome(m slots.Subscription, b *resource.Bag, used bool) {
	h, row := fs.Subscriptions.At(m).openHistory(), &fs.scratch.row
	row.Reset()
	fs.kinds.SumUp(row, b)
	past := &h.Returned
	if used {
		past = &h.Used
	}
	past.Update(fs.names).AddCapped(*row)
}
