package model

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/history"
)

// allocate has the agents' resources offered when the call is done, unless the
// allocator is paused.
func (s *state) allocate(agents ...string) {
	if s.paused {
		return
	}
	if s.candidates == nil {
		s.candidates = map[string]bool{}
	}
	s.asked = true
	for _, id := range agents {
		s.candidates[id] = true
	}
}

// allocateCandidates makes the offers, and the inverse offers, that were asked
// for.
func (s *state) allocateCandidates() {
	asked := s.asked
	s.asked = false
	if s.paused || !asked {
		return // who was a candidate stays one
	}
	candidates := sortedKeys(s.candidates)
	s.candidates = nil
	s.answer.cycles++
	s.runs++
	newCycle(s, candidates).run()
	s.inverseOffers(candidates)
}

// A cycle is one allocation. This is HierarchicalAllocatorProcess's
// __generateOffers.
type cycle struct {
	*state
	stage     uint64                // the first or the second
	order     []string              // of the agents
	consumed  map[string]quantities // of their quotas, by the roles at the top that have one
	offered   map[string]bool       // the roles to which something was offered
	offers    []offered
	required  quantities // what has to stay free for guarantees not yet met
	available quantities // what is free, unreserved and not revocable, or can be recalled
	all       bool       // it is of all agents
}

// offered is what a cycle offered of an agent.
type offered struct {
	agent string
	resources
}

func newCycle(s *state, candidates []string) *cycle {
	c := &cycle{state: s, consumed: map[string]quantities{}, offered: map[string]bool{}, all: len(candidates) == len(s.agents)}
	for _, id := range candidates {
		a := s.agents[id]
		if s.admits(a) {
			c.order = append(c.order, id)
		}
	}
	for role, q := range s.quotas {
		if !q.isDefault() {
			c.consumed[role] = s.consumes(role)
		}
		c.required = c.required.with(q.guarantees.minus(c.consumed[role]), saturated)
	}
	c.available = s.total.minus(s.roleSorter.root.totals.minus(s.amounts(func(l *loan) bool { return s.frameworks[l.framework] != nil })))
	c.available = c.available.minus(s.reservations("").minus(s.roleSorter.root.holds(piece.reserved)))
	for _, id := range sortedKeys(s.agents) {
		c.available = c.available.minus(s.agents[id].available.filter(piece.revocable).quantities())
	}
	c.available = c.available.minus(s.amounts(func(l *loan) bool { return s.isOverdue(l) && !l.reserved() }))
	return c
}

// holds is what a node holds of some scalars. What different agents have is never added up
// before: a shared volume counts once on each.
func (n *node) holds(counts func(piece) bool) quantities {
	out := quantities{}
	if n != nil {
		for _, held := range n.held {
			out = out.plus(held.filter(counts).quantities())
		}
	}
	return out
}

// reservations are what all agents have reserved for a role or below it.
func (s *state) reservations(role string) quantities {
	out := quantities{}
	for _, a := range s.agents {
		for _, p := range a.total {
			if p.scalar() && p.reserved() && slices.Contains(ancestors(p.reservedFor()), role) {
				out = out.plus(quantities{p.Name: p.Milli})
			}
		}
	}
	return out
}

// run offers in two stages: guarantees first, then what is left.
func (c *cycle) run() {
	for i, stage := range []func(string, *agent, string){c.guaranteed, c.surplus} {
		c.stage = uint64(i) + 1
		c.lots.nonce = stageNonce(c.runs, c.stage)
		for _, id := range c.inOrder() {
			a := c.agents[id]
			roles := c.orderOfRoles(a)
			for _, role := range roles {
				// What came back is gone through as it was when it was recalled.
				c.lots.recalls = i == 0 && a.backFor(role) < never
				// What is free where something is recalled, or has come back, is offered for guarantees alone.
				if len(a.available) > 0 && (i == 0 || !c.isKept(a)) {
					stage(id, a, role)
				}
			}
		}
	}
	c.lots.recalls = false
	c.noteBlocked()
	c.lendAndRecall()
}

// each calls with the frameworks of a role, in their order, that can be offered
// something of an agent, and with what that is.
func (c *cycle) each(id string, a *agent, role string, with func(framework string, offerable resources)) {
	for _, name := range c.sorter(role).sort(c.total, c.nonce(a)) {
		f := c.framework(name)
		if !f.accepts(role, a) {
			continue
		}
		// Mesos means to offer a shared resource once in a cycle, and subtracts here
		// those that were. They carry the role that they were offered to, so that
		// nothing matches: each framework in turn is offered a shared resource.
		offerable := c.leaveToOthers(a, role, a.available.filter(func(p piece) bool { return p.allocatableTo(role) }))
		if len(offerable) == 0 {
			return
		}
		if c.sufficient(offerable, role, f) && !c.keepsGPUs(f, a) && !c.isRemote(f, a) {
			with(name, offerable.filter(f.understands))
		}
	}
}

// sufficient says whether resources are not too little for an offer.
func (c *cycle) sufficient(r resources, role string, f *framework) bool {
	least := c.minimumOf(f, role)
	return len(r) > 0 && (len(least) == 0 || slices.ContainsFunc(least, r.suffices))
}

// minimumOf is what an offer to a framework in a role has to have one of.
func (s *state) minimumOf(f *framework, role string) []quantities {
	if own, ok := f.minimum[role]; ok {
		return own
	}
	return s.options.minimum
}

// keepsGPUs and isRemote say which capabilities an agent asks for and a framework lacks;
// isOld says which a framework has, or its role asks for, and an agent lacks.
func (s *state) keepsGPUs(f *framework, a *agent) bool {
	return s.options.filterGPU && a.total.quantities()["gpus"] > 0 && !f.capabilities["GPU_RESOURCES"]
}

func (s *state) isRemote(f *framework, a *agent) bool {
	return a.domain != nil && a.domain.Region != s.options.domain.Region && !f.capabilities["REGION_AWARE"]
}

func (f *framework) isOld(a *agent, role string) bool {
	return f.capabilities["MULTI_ROLE"] && !a.capabilities["MULTI_ROLE"] ||
		len(ancestors(role)) > 2 && !a.capabilities["HIERARCHICAL_ROLE"]
}

// understands says whether a framework has the capabilities for a resource.
func (f *framework) understands(p piece) bool {
	return (!p.Shared || f.capabilities["SHARED_RESOURCES"]) &&
		(!p.Revocable || f.capabilities["REVOCABLE_RESOURCES"]) &&
		(!p.refined() || f.capabilities["RESERVATION_REFINEMENT"])
}

// wanted says whether an offer can be made as far as the framework and its filters
// are concerned.
func (c *cycle) wanted(framework, role, id string, a *agent, offer resources) bool {
	f := c.framework(framework)
	return c.sufficient(offer, role, f) && !f.isOld(a, role) && !f.refuses(role, id, offer)
}

// towards is what of resources brings a role nearer to its guarantee, and what is offered
// then: with what is guaranteed go the role's reservations and what quotas don't cover, and
// of the rest what limits and the headroom for others allow, which is more.
func (c *cycle) towards(role string, unmet quantities, offerable resources) (offer, guaranteed, more resources) {
	countable := offerable.filter(piece.quotable)
	guaranteed = c.lots.shrinkTo(countable, unmet)
	if len(guaranteed) == 0 {
		return nil, nil, nil
	}
	more = countable.minus(guaranteed)
	if l := c.quotas[role].limits; len(l) > 0 {
		more = c.lots.shrinkBelow(more, l.minus(c.consumed[role]).minus(guaranteed.quantities()))
	}
	more = c.keepHeadroom(more)
	offer = offerable.filter(func(p piece) bool {
		return p.reserved() && p.reservedFor() == role || !p.scalar() || p.Revocable
	}).plus(guaranteed).plus(more)
	return offer, guaranteed, more
}

// guaranteed offers an agent to the frameworks of a role whose guarantee is not
// met, if it brings the role nearer to it.
//
// DIVERGES: Mesos aborts if it comes here to a framework that is not active, which
// a revival or an update makes possible. In the second stage it offers to it.
func (c *cycle) guaranteed(id string, a *agent, role string) {
	unmet := c.quotas[role].guarantees.minus(c.consumed[role])
	if len(unmet) == 0 {
		return
	}
	c.each(id, a, role, func(framework string, offerable resources) {
		offer, guaranteed, more := c.towards(role, unmet, offerable)
		if len(guaranteed) == 0 || !c.wanted(framework, role, id, a, offer) {
			return
		}
		if rest := c.stillRecalled(a, role); len(rest) > 0 && !c.sufficient(rest, role, c.framework(framework)) {
			return // it would not take the rest alone
		}
		counted := guaranteed.plus(more).quantities()
		unmet = unmet.minus(counted)
		c.consumed[role] = c.consumed[role].plus(counted)
		c.required = c.required.minus(guaranteed.quantities())
		c.available = c.available.minus(counted)
		if x, ok := a.shares[role]; ok {
			a.shares[role] = share{x.amounts.minus(pooled(offer)), x.beside.minus(offer), x.back}
		}
		c.offer(framework, role, id, a, offer)
	})
}

// surplus offers what is left of an agent to the frameworks of a role: what is
// reserved for it or a role above it and what quotas don't cover, and of the rest
// what the role's limits and the headroom for guarantees allow. What a role below
// another one is given here counts against the quota of the one at the top from
// the next cycle on.
func (c *cycle) surplus(id string, a *agent, role string) {
	q := c.quotas[role]
	c.each(id, a, role, func(framework string, offerable resources) {
		more := offerable.filter(piece.quotable)
		if len(q.limits) > 0 {
			more = c.lots.shrinkBelow(more, q.limits.minus(c.consumed[role]))
		}
		more = c.keepHeadroom(more)
		offer := offerable.filter(func(p piece) bool { return !p.quotable() }).plus(more)
		if !c.wanted(framework, role, id, a, offer) {
			return
		}
		counted := more.quantities()
		if !q.isDefault() {
			c.consumed[role] = c.consumed[role].plus(counted)
		}
		c.available = c.available.minus(counted)
		c.offer(framework, role, id, a, offer)
	})
}

// keepHeadroom leaves of resources what is not needed for guarantees.
func (c *cycle) keepHeadroom(r resources) resources {
	if len(c.required) == 0 || len(r) == 0 {
		return r
	}
	return c.lots.shrinkTo(r, c.available.minus(c.required))
}

func (c *cycle) offer(framework, role, id string, a *agent, r resources) {
	given := r.allocate(role)
	c.answer.offer(framework, role, id, r)
	a.hold(framework, given)
	c.track(id, framework, given)
	c.offered[role] = true
	c.offers = append(c.offers, offered{id, r})
	delete(c.framework(framework).refused, role)
}

// inverseOffers asks the frameworks that hold resources on agents with a
// scheduled maintenance to leave them.
func (s *state) inverseOffers(candidates []string) {
	for _, id := range candidates {
		a := s.agents[id]
		if a.maintenance == nil {
			continue
		}
		for _, name := range sortedKeys(a.held) {
			f := s.frameworks[name]
			if f == nil || !f.active || a.maintenance.outstanding[name] || len(f.declines[id]) > 0 {
				continue
			}
			a.maintenance.outstanding[name] = true
			s.answer.inverse = append(s.answer.inverse,
				history.InverseOffer{Framework: name, Agent: id, StartS: a.maintenance.startS})
		}
	}
}

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
