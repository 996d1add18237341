package cycle

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// guaranteeStageOffers keeps the offers of the guarantee stage until the fair stage is
// over. An offer of the fair stage to the same framework in the same role on the same
// agent is merged into the one that is kept.
type guaranteeStageOffers struct {
	offers  []guaranteeStageOffer
	byAgent []offerRange
}

type guaranteeStageOffer struct {
	agent        slots.Agent
	subscription slots.Subscription
	offer        resource.Bag
}

// offerRange is an agent's part of guaranteeStageOffers.offers.
type offerRange struct {
	start, end uint32
}

// keep copies an offer.
func (s *guaranteeStageOffers) keep(slot slots.Agent, m slots.Subscription, offer *resource.Bag) {
	s.offers = container.OneMore(s.offers)
	x := &s.offers[len(s.offers)-1]
	x.agent, x.subscription = slot, m
	x.offer.CopyFrom(offer)
}

// close ends the visit of an agent, whose offers begin at start.
func (s *guaranteeStageOffers) close(slot slots.Agent, start int) {
	if len(s.offers) > start {
		s.byAgent = assert.SetAt(s.byAgent, slot, offerRange{uint32(start), uint32(len(s.offers))})
	}
}

// merge adds an offer of the fair stage to the one that is kept for the same framework, role and agent, and reports
// whether there is one. If not, the caller writes out the offer at once.
//
// If a shared volume is in both offers, the entry holds two copies of it. The merged offer shows one, since Mesos
// loses the count when it lists the resources. The entry's amounts count one, too.
//
// more is scratch.
func (s *guaranteeStageOffers) merge(slot slots.Agent, m slots.Subscription, offer, more *resource.Bag) bool {
	if int(slot) >= len(s.byAgent) {
		return false
	}
	for i := s.byAgent[slot].start; i < s.byAgent[slot].end; i++ {
		if s.offers[i].subscription != m {
			continue
		}
		first := &s.offers[i].offer
		more.Reset()
		for _, n := range offer.Counts {
			if n.Flags()&resource.Shared == 0 || first.Of(n.Item()) == 0 {
				more.Counts = append(more.Counts, n)
			}
		}
		more.Flags = offer.Flags
		more.Intervals = append(more.Intervals, offer.Intervals...)
		first.Add(more)
		return true
	}
	return false
}

// reset forgets the offers that were kept: the cycle (Cycle.offer) has written them out, after its fair stage.
func (s *guaranteeStageOffers) reset() {
	for i := range s.offers {
		s.byAgent[s.offers[i].agent] = offerRange{}
	}
	s.offers = s.offers[:0]
}
