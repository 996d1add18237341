package cycle

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/shrinkorder"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Visit is one agent's turn in a stage of the cycle, and the memory that visits work in:
// who is asked, in which order, and the offers that come of it.
type Visit struct {
	C     *Cycle
	a     *Cluster
	Slot  slots.Agent
	Agent *agents.Agent

	audience   audience
	excluded   container.BitSet     // subscriptions that offer constraints keep from the agent
	interested container.BitSet     // if the audience is theInterested or theFew
	few        []slots.Subscription // if it is theFew

	roles      clientIterator // of the stage
	frameworks clientIterator // of a role

	Quotas      roles.QuotaStates
	ShrinkOrder shrinkorder.Order

	offered  bool // something was offered
	quotaCut bool // some offer was cut down by quota, or by what can be counted

	Memory visitMemory
}

// visitMemory is where a visit puts resources together. Each step of an offer has a place
// of its own.
type visitMemory struct {
	reachable       resource.Bag     // the part of Agent.Free that a role may be offered
	capable         resource.Bag     // the part of that which a framework can receive
	quota           resource.Bag     // the quota scalars of that
	guaranteed      resource.Bag     // the part of those that fills a guarantee
	withinAncestors resource.Bag     // the part of that within the limits of roles above
	withinLimits    resource.Bag     // the part of the quota scalars within limits
	withinHeadroom  resource.Bag     // the part of that within the surplus over the headroom
	offer           resource.Bag     // put together from all that
	merged          resource.Bag     // the part of a fair offer that joins a kept one
	sequence        []resource.Count // in the order in which they are cut

	Unsatisfied quantities.Row // of a role's guarantees
	room        quantities.Row
	Limits      roles.Limits
	need        quantities.Row // of a role, before an offer
	filling     quantities.Row // scalars that fill a guarantee
	used        quantities.Row // scalars of an offer that count against quota
	shared      quantities.Row // of the shared volumes that may be offered
}

// begin starts the visit of an agent.
func (v *Visit) begin(slot slots.Agent) {
	v.Slot, v.Agent = slot, v.a.agents.At(slot)
	v.offered, v.quotaCut = false, false
}

// Portion is the part of an agent's free resources that may be offered to someone.
type Portion struct {
	*resource.Bag
	IsAllFree bool // the bag is the agent's own: all that is free
}

// commit enters an offer into the ledger. It returns the bag that has the offer now, since
// an agent's whole Free moves, and the entry if it has nothing else, or slots.None.
func (v *Visit) commit(m slots.Subscription, offer Portion) (given *resource.Bag, holds slots.Entry) {
	a := v.a
	sub := a.frameworks.Subscriptions.At(m)
	v.ShrinkOrder.Offered(v.Slot, shrinkorder.Holder{Framework: sub.Framework, Role: uint32(sub.Role)}, offer.Bag)
	p := v.C.deferPick(m)
	i := a.ledger.OpenEntry(v.Slot, m)
	holds = slots.None
	if a.ledger.Entries.At(i).Resources.Empty() {
		holds = i
	}
	if offer.IsAllFree {
		offer.Bag = a.ledger.AllocateAllFree(i, &p.delta)
	} else {
		a.ledger.Allocate(i, offer.Bag, &p.delta)
	}
	a.news.Counters.Offers++
	v.offered = true
	return offer.Bag, holds
}
