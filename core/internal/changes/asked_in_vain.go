package changes

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Asked says for one question, such as who would take an offer, up to when everybody was asked about each agent in
// vain (upTo). Only InVain raises that: an agent keeps its tick if a cycle does not come to it, or if its visit
// offers something or may end otherwise the next time. A newer stamp, of the agent or of a taker, makes the tick
// out of date. Only Forget erases one: the tick of an agent that is gone stays in its slot, until the stamp of the
// slot's next agent makes it out of date.
//
// Invariant: as long as no stamp is newer than quiet, nobody is to be asked about any agent that may be
// offered.
type Asked struct {
	log    *Log
	agents *Stamps[slots.Agent]
	each   func() Tick // the newest of the stamps that takers have of their own
	shared func() Tick // the stamp that all takers share
	upTo   []Tick      // by agent; 0 beyond its end
	quiet  Tick
}

// AskedForOffers returns the memory of who would take an offer: nobody has been asked.
func (l *Log) AskedForOffers() Asked {
	return Asked{log: l, agents: &l.Offers, each: l.takers, shared: func() Tick { return l.headroom }}
}

// AskedForInverseOffers returns the memory of who is due an inverse offer.
func (l *Log) AskedForInverseOffers() Asked {
	return Asked{log: l, agents: &l.InverseOffers, each: l.Subscriptions.Latest, shared: func() Tick { return 0 }}
}

// AskedToBorrow returns the memory of who would borrow: nobody has been asked.
func (l *Log) AskedToBorrow() Asked {
	return Asked{log: l, agents: &l.Offers, each: l.Subscriptions.Latest, shared: func() Tick { return l.lending }}
}

// AskedToRecall returns the memory of who would be offered what is lent of an agent once it is back.
func (l *Log) AskedToRecall() Asked {
	return Asked{log: l, agents: &l.Offers, each: l.takers, shared: func() Tick { return max(l.headroom, l.lending, l.recalls) }}
}

// UpTo returns up to when everybody was asked about an agent in vain.
func (q *Asked) UpTo(slot slots.Agent) Tick {
	if int(slot) < len(q.upTo) {
		return q.upTo[slot]
	}
	return 0
}

// AsksAll reports whether all takers are to be asked about an agent, since the agent has changed, or something that
// all of them share. If not, only takers that have changed themselves are.
func (q *Asked) AsksAll(slot slots.Agent) bool {
	return max(q.agents.At(slot), q.shared()) > q.UpTo(slot)
}

// InVain notes that everybody who was to be asked about an agent has been asked. Until the agent or a taker has a
// newer stamp, it is vain to ask again.
func (q *Asked) InVain(slot slots.Agent) {
	for int(slot) >= len(q.upTo) {
		q.upTo = append(q.upTo, 0)
	}
	q.upTo[slot] = q.log.now
}

// Forget makes AppendPending list an agent again. A cycle calls it when it has changed the agent after it asked
// about it: it lends something there after it asked about recalls, or ends a recall.
func (q *Asked) Forget(slot slots.Agent) {
	if int(slot) < len(q.upTo) {
		q.upTo[slot], q.quiet = 0, 0
	}
}

// AppendPending appends those candidates in both other sets about which somebody is to be asked, or all of them if
// anyway is set. Whoever puts an agent into a set stamps it. ofAll is whether all agents in both sets are
// candidates.
func (q *Asked) AppendPending(dst []uint64, candidates, these, and container.BitSet[slots.Agent], anyway bool) (list []uint64, ofAll bool) {
	takers := max(q.each(), q.shared())
	newest := max(q.agents.Latest(), takers)
	isQuiet := newest <= q.quiet && !anyway
	ofAll = true
	before := len(dst)
	for i, word := range these {
		word &= and.Word(i)
		ofAll = ofAll && word&^candidates.Word(i) == 0
		if word &= candidates.Word(i); word == 0 || isQuiet {
			continue
		}
		for ; word != 0; word &= word - 1 {
			slot := slots.Agent(i<<6 + bits.TrailingZeros64(word))
			if anyway || max(q.agents.At(slot), takers) > q.UpTo(slot) {
				dst = append(dst, uint64(slot))
			}
		}
	}
	if ofAll && len(dst) == before && newest < q.log.now {
		q.quiet = newest
	}
	return dst, ofAll
}
