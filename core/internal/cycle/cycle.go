package cycle

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// Cycle is the cycle under way, and the memory that cycles work in.
//
// Invariants:
//  1. within a cycle roles only consume more, and agents only have less free;
//  2. between visits deferred is 0: the sorters know of every offer;
//  3. between cycles guaranteed and offeredMore are empty, and no Subscription.LastIn is
//     InOutcome.
type Cycle struct {
	a   *Cluster
	Out *api.Cycle

	Digest    api.OfferDigest // of the offers written to Out
	Digesting bool            // somebody wants it

	agents  []uint64         // to visit: the order's key in the upper half, the slot in the lower
	spare   []uint64         // space for sorting agents
	chosen  container.BitSet // likewise
	visited int              // how many of them the second stage has come to
	Draws   uint64           // the number from which this stage makes its random draws

	visitsAll   bool // agents that were offered to everyone in vain, too
	drawsInVain bool // a visit that offers nothing draws random numbers, too

	Roles             interestedRoles
	tooLittle         bool // the agent before had less than somebody's minimum
	intervalsNeedMore bool // every minimum needs more than intervals
	intervalsAsked    bool // intervalsNeedMore is known
	guaranteed        guaranteeStageOffers
	picks             []deferredPick
	deferred          int                  // picks in use
	offeredMore       []slots.Subscription // whose last offer is in Out alone, see noteOffer
	fewFrameworks     sorter.Selection
	Visit             Visit
}

// Init binds c, and the visits in it, to a cluster.
func (c *Cycle) Init(a *Cluster) {
	c.a = a
	c.Visit.a, c.Visit.C = a, c
	c.Visit.Quotas, c.Visit.ShrinkOrder = roles.QuotaStates{Roles: a.roles}, a.ShrinkOrder
}

// Digested calls run, and returns the digest of what cycles offer meanwhile.
func (c *Cycle) Digested(run func()) uint64 {
	c.Digest, c.Digesting = api.NewOfferDigest(), true
	run()
	c.Digesting = false
	return c.Digest.Sum()
}

// Run runs a cycle and writes what it offers to out
// (HierarchicalAllocatorProcess::__generateOffers).
func (c *Cycle) Run(out *api.Cycle) {
	a := c.a
	c.Out = out
	a.ShrinkOrder.Begin()
	c.drawsInVain = a.ShrinkOrder.DrawsInVain() && a.roles.WithQuota > 0
	c.visitsAll = a.options.Test.FullPass || c.drawsInVain
	c.intervalsAsked, c.tooLittle = false, false
	out.Report.Candidates = a.news.Candidates.Count()
	if !c.chooseAgents() {
		return
	}
	a.roles.Sorter.Begin(&c.Visit.roles.all, 0) // looks up weights, as Mesos does even if nothing is free
	out.Report.Visited = len(c.agents)
	a.openQuota(&out.Report)
	c.runGuaranteeStage()
	c.runFairStage()
	c.guaranteed.emit(c)
	c.noteBlockedRoles()
	c.keepLastOffers()
}

// runGuaranteeStage visits agents until every guarantee is met.
func (c *Cycle) runGuaranteeStage() {
	report := &c.Out.Report
	full := c.a.options.Test.FullPass && report.HasQuota
	if !full && report.RequiredBefore.IsZero() {
		return
	}
	c.orderAgents(1)
	c.Roles.reset()
	for i, x := range c.agents {
		if !full && report.RequiredAfter.IsZero() {
			return
		}
		c.prefetchAhead(i)
		c.Visit.begin(slots.Agent(x))
		c.Visit.offerGuaranteed()
	}
}

// runFairStage visits all agents.
func (c *Cycle) runFairStage() {
	c.orderAgents(2)
	c.Roles.reset()
	for i, x := range c.agents {
		c.visited = i + 1
		c.prefetchAhead(i)
		c.Visit.begin(slots.Agent(x))
		c.Visit.offerFair()
	}
}

// nonce makes the random sorters draw anew for each agent and stage.
func (c *Cycle) nonce(slot slots.Agent) uint64 { return c.Draws ^ uint64(slot) }

// deferredPick is an offer that the sorters do not know of yet. They learn of it after
// the visit, whose iterations go by the order at their start.
type deferredPick struct {
	subscription slots.Subscription
	agent        slots.Agent
	delta        ledger.UsageDelta
}

// deferPick returns a place for the usage of an offer that is being made.
func (c *Cycle) deferPick(m slots.Subscription, slot slots.Agent) *deferredPick {
	if c.deferred == len(c.picks) {
		c.picks = append(c.picks, deferredPick{})
	}
	p := &c.picks[c.deferred]
	p.subscription, p.agent = m, slot
	c.deferred++
	return p
}

// countPicks tells the sorters of the offers made on one agent.
func (c *Cycle) countPicks() {
	for i := range c.deferred {
		p := &c.picks[i]
		c.a.ledger.CountPick(p.subscription, p.agent, &p.delta)
	}
	c.deferred = 0
}

// makeRoom makes room in the outcome for an offer of so many resources, and for the
// agents that the second stage has yet to visit: each may add as much as those before
// did on average. Without it a first cycle would move a growing outcome a dozen times.
func (c *Cycle) makeRoom(resources int) {
	left, visited := len(c.agents)-c.visited, max(c.visited, 1)
	more := func(have, now int) int { return now + (have+now)*left/visited }
	c.Out.Offers = slices.Grow(c.Out.Offers, more(len(c.Out.Offers), 1))
	c.Out.Resources = slices.Grow(c.Out.Resources, more(len(c.Out.Resources), resources))
}

// emit writes an offer to the outcome. holds is the entry that has just the offer, or
// slots.None.
func (c *Cycle) emit(slot slots.Agent, m slots.Subscription, offer *resource.Bag, holds slots.Entry) {
	a, out := c.a, c.Out
	size := len(offer.Counts) + len(offer.Intervals)
	if len(out.Offers) == cap(out.Offers) || cap(out.Resources)-len(out.Resources) < size {
		c.makeRoom(size)
	}
	sub := a.frameworks.Subscriptions.At(m)
	first := len(out.Resources)
	out.Resources = a.kinds.AppendResources(out.Resources, offer)
	out.Offers = append(out.Offers, api.Offer{})
	o := &out.Offers[len(out.Offers)-1] // written in place, see set in kinds/resource_flat_form.go
	o.Framework = a.frameworks.FrameworkID(sub.Framework)
	o.Agent = a.agents.AgentID(slot)
	o.Role = sub.Role
	o.First = uint32(first)
	o.Count = uint32(len(out.Resources) - first)
	if c.Digesting {
		c.Digest.Offer(o, out.Resources[first:])
	}
	c.noteOffer(m, sub, holds)
}
