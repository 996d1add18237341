package model

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/history"
)

// A collector gathers what one operation leads to.
type collector struct {
	cycles   int // the number of allocations so far
	offers   map[offerKey]resources
	inverse  []history.InverseOffer
	recalls  []history.Recall
	ok       *bool
	statuses []history.AgentStatuses
}

// An offerKey tells offers apart. What both stages of an allocation give to a
// framework makes one offer; what two allocations give makes two.
type offerKey struct {
	cycle                  int
	framework, role, agent string
}

func (c *collector) offer(framework, role, agent string, r resources) {
	if c.offers == nil {
		c.offers = map[offerKey]resources{}
	}
	key := offerKey{c.cycles, framework, role, agent}
	c.offers[key] = c.offers[key].plus(r)
}

func (c *collector) answer() history.Answer {
	out := history.Answer{OK: c.ok, Statuses: c.statuses, InverseOffers: c.inverse, Recalls: c.recalls}
	for key, r := range c.offers {
		out.Offers = append(out.Offers, history.Offer{
			Framework: key.framework, Role: key.role, Agent: key.agent, Resources: r.list(),
		})
	}
	slices.SortFunc(out.Offers, func(a, b history.Offer) int {
		return cmp.Or(cmp.Compare(a.Framework, b.Framework), cmp.Compare(a.Role, b.Role), cmp.Compare(a.Agent, b.Agent))
	})
	slices.SortFunc(out.InverseOffers, func(a, b history.InverseOffer) int {
		return cmp.Or(cmp.Compare(a.Framework, b.Framework), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.StartS, b.StartS))
	})
	return out
}
