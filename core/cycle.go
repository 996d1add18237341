package core

import (
	"iter"
	"slices"

	"github.com/apportion/apportion/quantities"
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

// Report tells how a cycle went. Rows are indexed by resource name.
type Report struct {
	Ran        bool // false if no cycle was due, or allocation is paused
	Candidates int  // agents that asked for the cycle
	Visited    int  // agents that were looked at
	// With quota set anywhere: the unreserved, non-revocable resources that
	// unsatisfied guarantees need and that are there for them, before and
	// after the cycle, and what was kept back for them from how many agents.
	HasQuota                        bool
	RequiredBefore, RequiredAfter   quantities.Row
	AvailableBefore, AvailableAfter quantities.Row
	HeldBack                        quantities.Row
	HeldBackAgents                  int
}

// cycleScratch is the state of the cycle under way.
type cycleScratch struct {
	out    *Cycle
	agents []uint64 // agents to visit; order key in the upper half, slot in the lower
	sorted []uint64 // space for sorting agents
	stage  uint64
	draws  uint64 // what the random draws of this stage are made from

	visited int // agents that the second stage has come to

	roles      turns
	frameworks turns
	useful     usefulRoles
	picks      []deferredPick
	held       int // picks in use

	reachable       bag // of one agent, to one role
	capable         bag // of reachable, to one framework
	quota           bag // of capable: unreserved, non-revocable scalars
	chopped         bag
	counts          []count
	order           listing // of the agent's free resources, under OrderByID
	quotaOrder      listing // of the quota scalars under consideration
	guaranteedOrder listing // of those that fill a guarantee
	guaranteed      bag
	offer           bag
	barred          bitset       // members kept from this agent
	picky           bool         // many are left out of its turns
	willing         bitset       // then: the members that are not
	few             bool         // then: they are few
	nobody          bool         // then: there are none
	fewMembers      []memberSlot // those of willing, if few
	fewRoles        sorter.Selection
	fewFrameworks   sorter.Selection
	scarce          bool   // the agent before had less than somebody's minimum
	covering        []bool // by refusal: it covers all that is free
	cut             bool   // some offer of this agent was cut down by quota
	spansIn         uint64 // the cycle that spansNeedMore belongs to
	spansNeedMore   bool

	first      []firstOffer // of stage 1
	firstRange []firstRange // by agent

	unsatisfied quantities.Row
	room        quantities.Row
	limits      limits
	before      quantities.Row
	used        quantities.Row
	row         quantities.Row
}

// deferredPick is an offer that the sorters have not been told of yet: the
// iteration under way goes by the order at its start.
type deferredPick struct {
	member memberSlot
	agent  agentSlot
	charge charge
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
	a.tell(now)
	out.Offers, out.Resources, out.InverseOffers = out.Offers[:0], out.Resources[:0], out.InverseOffers[:0]
	a.report.reset()
	if a.pending && !a.paused {
		a.report.Ran = true
		a.metrics.runs++
		a.metrics.latency = a.now.Sub(a.metrics.requested)
		a.metrics.latencies += a.metrics.latency
		a.offers(out)
		a.inverseOffers(out)
		a.candidates.reset()
	}
	a.pending = false
	out.Report.copyFrom(&a.report)
	a.expireFilters(a.now.Add(behindTick))
}

// copyFrom makes r equal to o, in r's own memory.
func (r *Report) copyFrom(o *Report) {
	own := *r
	*r = *o
	r.RequiredBefore = append(own.RequiredBefore[:0], o.RequiredBefore...)
	r.RequiredAfter = append(own.RequiredAfter[:0], o.RequiredAfter...)
	r.AvailableBefore = append(own.AvailableBefore[:0], o.AvailableBefore...)
	r.AvailableAfter = append(own.AvailableAfter[:0], o.AvailableAfter...)
	r.HeldBack = append(own.HeldBack[:0], o.HeldBack...)
}

func (r *Report) reset() {
	for _, row := range []quantities.Row{r.RequiredBefore, r.RequiredAfter, r.AvailableBefore, r.AvailableAfter, r.HeldBack} {
		row.Reset()
	}
	r.Ran, r.HasQuota = false, false
	r.Candidates, r.Visited, r.HeldBackAgents = 0, 0, 0
}

// offers is HierarchicalAllocatorProcess::__generateOffers.
func (a *Allocator) offers(out *Cycle) {
	c := &a.scratch.cycle
	c.out = out
	if !a.chooseAgents(c) {
		return
	}
	a.roleSorter.Begin(&c.roles.all, 0) // looks up weights, as Mesos does even if nothing is free
	a.report.Visited = len(c.agents)
	a.openQuota()
	full := a.options.Test.FullPass && a.report.HasQuota
	first := full || !a.report.RequiredBefore.IsZero() // some guarantee is not met
	c.scarce = false
	if first {
		a.orderAgents(c, 1)
		c.useful.reset()
		for i, x := range c.agents {
			if !full && a.report.RequiredAfter.IsZero() {
				break // every guarantee is met
			}
			a.lookAhead(c, i)
			a.offerGuaranteed(c, agentSlot(x))
		}
	}
	a.orderAgents(c, 2)
	c.useful.reset()
	for i, x := range c.agents {
		c.visited = i + 1
		a.lookAhead(c, i)
		a.offerFair(c, agentSlot(x))
	}
	a.emitFirst(c)
}

// chooseAgents lists the candidates that have something to offer which was
// not offered to everyone in vain before. It reports whether there is any
// candidate that may be offered at all.
func (a *Allocator) chooseAgents(c *cycleScratch) bool {
	c.agents = c.agents[:0]
	found, candidates := false, a.candidates.count()
	if a.active.empty() {
		return !a.candidates.disjoint(a.eligible)
	}
	// Visits in vain count where each of them draws random numbers.
	full := a.options.Test.FullPass || a.lists() && a.quotaRoles > 0
	c.agents = slices.Grow(c.agents, candidates)
	for i, w := range a.candidates {
		w &= a.eligible.word(i)
		found = found || w != 0
		w &= a.offerable.word(i)
		if !full {
			w &= a.restless.word(i)
		}
		a.scratch.slots = appendWord(a.scratch.slots[:0], i, w)
		for _, slot := range a.scratch.slots {
			c.agents = append(c.agents, uint64(slot))
		}
	}
	a.report.Candidates = candidates
	return found
}

// nonce makes the random sorters draw anew for each agent and stage.
func (c *cycleScratch) nonce(slot agentSlot) uint64 { return c.draws ^ uint64(slot) }

// deferPick returns a place for the charge of an offer just made.
func (c *cycleScratch) deferPick(m memberSlot, slot agentSlot) *deferredPick {
	if c.held == len(c.picks) {
		c.picks = append(c.picks, deferredPick{})
	}
	p := &c.picks[c.held]
	p.member, p.agent = m, slot
	c.held++
	return p
}

// flush tells the sorters of the offers made on one agent.
func (a *Allocator) flush(c *cycleScratch) {
	for i := range c.held {
		p := &c.picks[i]
		a.pick(p.member, p.agent, &p.charge)
	}
	c.held = 0
}

// commit enters an offer into the ledger. It returns where the offer stands
// now: an agent's whole free bag moves.
func (a *Allocator) commit(c *cycleScratch, slot agentSlot, m memberSlot, offer *bag, l listing) *bag {
	p := c.deferPick(m, slot)
	i := a.openEntry(slot, m)
	if offer == &a.agents.at(slot).free {
		offer = a.holdAll(i, &p.charge)
	} else {
		a.hold(i, offer, &p.charge)
	}
	a.metrics.offers++
	if a.lists() {
		g := a.agents.at(slot)
		mem := a.members.at(m)
		a.listUsed(g, mem.framework, mem.role, l)
		c.order = a.listFree(g, c.order)
	}
	return offer
}

// makeRoom makes room in an outcome for an offer of some resources, and for
// what the agents that the second stage has yet to visit will add if they are
// like those before. A first cycle would else move a growing outcome a dozen
// times.
func (c *cycleScratch) makeRoom(out *Cycle, resources int) {
	left, visited := len(c.agents)-c.visited, max(c.visited, 1)
	more := func(have, now int) int { return now + (have+now)*left/visited }
	out.Offers = slices.Grow(out.Offers, more(len(out.Offers), 1))
	out.Resources = slices.Grow(out.Resources, more(len(out.Resources), resources))
}

// emit writes an offer to the outcome.
func (a *Allocator) emit(out *Cycle, slot agentSlot, m memberSlot, offer *bag) {
	size := len(offer.counts) + len(offer.spans)
	if len(out.Offers) == cap(out.Offers) || cap(out.Resources)-len(out.Resources) < size {
		a.scratch.cycle.makeRoom(out, size)
	}
	mem := a.members.at(m)
	first := len(out.Resources)
	out.Resources = a.kinds.appendResources(out.Resources, offer)
	out.Offers = append(out.Offers, Offer{})
	o := &out.Offers[len(out.Offers)-1] // written in place, see Resource.set
	o.Framework = a.frameworkID(mem.framework)
	o.Agent = a.agentID(slot)
	o.Role = mem.role
	o.First = uint32(first)
	o.Count = uint32(len(out.Resources) - first)
}
