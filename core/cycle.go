package core

import (
	"iter"
	"slices"

	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/sorter"
)

// Offer is one agent's resources offered to a framework in a role. Its
// resources are Cycle.Resources[First : First+Count].
type Offer struct {
	Framework FrameworkID
	Agent     AgentID
	Role      RoleID
	First     uint32
	Count     uint32
}

// InverseOffer asks a framework to vacate an agent under planned maintenance.
type InverseOffer struct {
	Framework      FrameworkID
	Agent          AgentID
	Unavailability Unavailability
}

// Cycle is the outcome of one allocation cycle. There is at most one offer
// for each framework, role and agent; their order carries no meaning. The
// caller owns it and passes it again to have its memory reused.
type Cycle struct {
	Offers        []Offer
	Resources     []Resource
	InverseOffers []InverseOffer
	Report        Report
}

// ResourcesOf returns an offer's resources, a part of c.Resources.
func (c *Cycle) ResourcesOf(o *Offer) []Resource {
	return c.Resources[o.First : o.First+o.Count : o.First+o.Count]
}

// All ranges over the offers and the resources of each.
func (c *Cycle) All() iter.Seq2[Offer, []Resource] {
	return func(yield func(Offer, []Resource) bool) {
		for i := range c.Offers {
			if o := &c.Offers[i]; !yield(*o, c.ResourcesOf(o)) {
				return
			}
		}
	}
}

// Allocate runs the cycle that is due, if one is, and writes its outcome to
// out, whose former content is discarded. What is offered counts as held by
// the framework until it is recovered.
//
// Cost: proportional to the agents that can be offered and that something
// changed for, times the logarithm of the clients.
func (a *Allocator) Allocate(now Time, out *Cycle) {
	if checking {
		defer a.verify()
	}
	a.advanceClock(now)
	out.Offers, out.Resources, out.InverseOffers = out.Offers[:0], out.Resources[:0], out.InverseOffers[:0]
	out.Report.reset()
	if a.news.Pending && !a.news.Paused {
		out.Report.Ran = true
		a.news.Counters.CycleRuns(a.news.Now)
		a.cycle.run(out)
		a.inverseOffers(out)
		a.news.Candidates.Reset()
	}
	a.news.Pending = false
	a.endFiltersBehindCycle()
}

// allocationCycle is the cycle under way, and the memory that cycles work in.
type allocationCycle struct {
	a   *Allocator
	out *Cycle

	digest    offerDigest // of what is written to out
	digesting bool        // somebody wants it

	agents  []uint64         // to visit: the order's key in the upper half, the slot in the lower
	spare   []uint64         // space for sorting agents
	chosen  container.BitSet // likewise
	visited int              // how many of them the second stage has come to
	draws   uint64           // what the random draws of this stage are made from

	visitsAll   bool // agents that were offered to everyone in vain, too
	drawsInVain bool // whoever is asked for nothing moves random numbers on

	roles             interestedRoles
	tooLittle         bool // the agent before had less than somebody's minimum
	intervalsNeedMore bool // see limitedNames
	intervalsAsked    bool // intervalsNeedMore is known
	guaranteed        guaranteeStageOffers
	picks             []deferredPick
	deferred          int                  // picks in use
	offeredMore       []slots.Subscription // than one entry tells, see noteOffer
	fewFrameworks     sorter.Selection
	visit             visit
}

func (c *allocationCycle) init(a *Allocator) {
	c.a = a
	c.visit.a, c.visit.c = a, c
	c.visit.quotas, c.visit.shrinkOrder = roles.QuotaStates{Roles: a.roles}, a.shrinkOrder
}

// run is HierarchicalAllocatorProcess::__generateOffers.
func (c *allocationCycle) run(out *Cycle) {
	a := c.a
	c.out = out
	a.shrinkOrder.Begin()
	c.drawsInVain = a.shrinkOrder.DrawsInVain() && a.roles.WithQuota > 0
	c.visitsAll = a.options.Test.FullPass || c.drawsInVain
	c.intervalsAsked, c.tooLittle = false, false
	out.Report.Candidates = a.news.Candidates.Count()
	if !c.chooseAgents() {
		return
	}
	a.roles.Sorter.Begin(&c.visit.roles.all, 0) // looks up weights, as Mesos does even if nothing is free
	out.Report.Visited = len(c.agents)
	a.openQuota(&out.Report)
	c.runGuaranteeStage()
	c.runFairStage()
	c.guaranteed.emit(c)
	c.noteBlockedRoles()
	c.keepLastOffers()
}

// runGuaranteeStage visits agents as long as some guarantee is not met.
func (c *allocationCycle) runGuaranteeStage() {
	report := &c.out.Report
	full := c.a.options.Test.FullPass && report.HasQuota
	if !full && report.RequiredBefore.IsZero() {
		return
	}
	c.orderAgents(1)
	c.roles.reset()
	for i, x := range c.agents {
		if !full && report.RequiredAfter.IsZero() {
			return
		}
		c.prefetchAhead(i)
		c.visit.begin(slots.Agent(x))
		c.visit.offerGuaranteed()
	}
}

// runFairStage visits all agents.
func (c *allocationCycle) runFairStage() {
	c.orderAgents(2)
	c.roles.reset()
	for i, x := range c.agents {
		c.visited = i + 1
		c.prefetchAhead(i)
		c.visit.begin(slots.Agent(x))
		c.visit.offerFair()
	}
}

// nonce makes the random sorters draw anew for each agent and stage.
func (c *allocationCycle) nonce(slot slots.Agent) uint64 { return c.draws ^ uint64(slot) }

// deferredPick is an offer that the sorters have not been told of yet: the
// iteration under way goes by the order at its start.
type deferredPick struct {
	subscription slots.Subscription
	agent        slots.Agent
	delta        ledger.UsageDelta
}

// deferPick returns a place for the usage of an offer that is being made.
func (c *allocationCycle) deferPick(m slots.Subscription, slot slots.Agent) *deferredPick {
	if c.deferred == len(c.picks) {
		c.picks = append(c.picks, deferredPick{})
	}
	p := &c.picks[c.deferred]
	p.subscription, p.agent = m, slot
	c.deferred++
	return p
}

// countPicks tells the sorters of the offers made on one agent.
func (c *allocationCycle) countPicks() {
	for i := range c.deferred {
		p := &c.picks[i]
		c.a.ledger.CountPick(p.subscription, p.agent, &p.delta)
	}
	c.deferred = 0
}

// makeRoom makes room in an outcome for an offer of some resources, and for
// what the agents that the second stage has yet to visit will add if they are
// like those before. A first cycle would else move a growing outcome a dozen
// times.
func (c *allocationCycle) makeRoom(resources int) {
	left, visited := len(c.agents)-c.visited, max(c.visited, 1)
	more := func(have, now int) int { return now + (have+now)*left/visited }
	c.out.Offers = slices.Grow(c.out.Offers, more(len(c.out.Offers), 1))
	c.out.Resources = slices.Grow(c.out.Resources, more(len(c.out.Resources), resources))
}

// emit writes an offer to the outcome; holds is the entry that has just that, or none.
func (c *allocationCycle) emit(slot slots.Agent, m slots.Subscription, offer *resource.Bag, holds slots.Entry) {
	a, out := c.a, c.out
	size := len(offer.Counts) + len(offer.Intervals)
	if len(out.Offers) == cap(out.Offers) || cap(out.Resources)-len(out.Resources) < size {
		c.makeRoom(size)
	}
	sub := a.frameworks.Subscriptions.At(m)
	first := len(out.Resources)
	out.Resources = a.kinds.AppendResources(out.Resources, offer)
	out.Offers = append(out.Offers, Offer{})
	o := &out.Offers[len(out.Offers)-1] // written in place, see Resource.set
	o.Framework = a.frameworks.FrameworkID(sub.Framework)
	o.Agent = a.agents.AgentID(slot)
	o.Role = sub.Role
	o.First = uint32(first)
	o.Count = uint32(len(out.Resources) - first)
	if c.digesting {
		c.digest.offer(o, out.Resources[first:])
	}
	c.noteOffer(m, sub, holds)
}
