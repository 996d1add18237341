// Package cycle owns the decision. A cycle visits agents in two stages. This package says in which order, and what
// it offers on each; package demand says which agents it visits and whom it asks there.
package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agentorder"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/demand"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/tested"
)

// Cycle is the cycle under way, and the memory that cycles work in. It writes what it offers through the
// ledger of the state.
//
// Invariants:
//  1. within a cycle roles only consume more, and agents only have less free;
//  2. between visits picks are empty: the sorters know of every offer;
//  3. between cycles guaranteed is empty;
//  4. an agent under maintenance is pending in inverse if a framework without a filter is due an inverse
//     offer there.
type Cycle struct {
	*state.State
	Demand *demand.Demand

	order      agentorder.Order
	list       []uint64 // agents to which the part of the cycle under way comes, in that order
	guaranteed guaranteeStageOffers
	picks      deferredPicks
	outcome    outcome
	visit      visit
	blocked    blockedMemory
	inverse    changes.Asked // about which agents frameworks were asked for inverse offers
	loans      lendingMemory
}

// New returns the memory for cycles of a state.
func New(s *state.State) *Cycle {
	c := &Cycle{State: s, Demand: demand.New(s)}
	c.outcome.state = s
	c.visit.c = c
	c.visit.shrinker = NewShrinker(s, nil)
	c.inverse = s.Changes.AskedForInverseOffers()
	m := &c.loans.recalling
	m.owners, m.levels, m.toReview = map[alloc.RoleID]bool{}, map[alloc.RoleID]int{}, map[roleOn]bool{}
	m.there.recalledFor = map[alloc.RoleID]*resource.Bag{}
	c.loans.asked, m.asked = s.Changes.AskedToBorrow(), s.Changes.AskedToRecall()
	return c
}

// Run runs a cycle and writes its outcome to out. Ordinary offers come before offers of lent resources.
func (c *Cycle) Run(out *alloc.Cycle) {
	c.outcome.begin(out)
	c.offer(out)
	if !c.Lending.IsOff() && c.Schedule.Candidates.Count() == c.Agents.Live() {
		c.recallAndLend()
	}
	c.outcome.keepLastOffers()
	c.makeInverseOffers()
	c.Changes.CycleIsOver(c.Demand.OfAll())
}

// recallAndLend ends a cycle for which all agents were candidates: it recalls loans, then lends.
func (c *Cycle) recallAndLend() {
	c.Lending.ForgetWaits()
	c.loans.kept.Reset()
	for slot := range c.Lending.RecalledOn.All {
		c.loans.kept.Put(slot, c.Lending.IsKept(slot))
	}
	c.recall()
	c.lend()
	c.Lending.ForgetShares()
	for _, x := range c.loans.recalling.shares {
		c.Lending.AddShare(x.slot, x.Share)
	}
}

// offer offers what is free (HierarchicalAllocatorProcess::__generateOffers).
func (c *Cycle) offer(out *alloc.Cycle) {
	c.visit.shrinker.Report = &out.Report
	c.Demand.BeginCycle(c.asksAll(), &out.Report)
	out.Report.Candidates = c.Schedule.Candidates.Count()
	if c.Schedule.Candidates.Disjoint(c.Agents.Admitted) {
		return
	}
	c.Demand.LookUpWeights()
	c.openQuota(&out.Report)
	c.list = c.Demand.AgentsToVisit(c.list[:0])
	c.runGuaranteeStage()
	c.list = c.Demand.AgentsOfFairStage(c.list)
	c.runFairStage()
	for i := range c.guaranteed.offers {
		x := &c.guaranteed.offers[i]
		c.outcome.emit(x.agent, x.subscription, &x.offer)
	}
	c.guaranteed.reset()
	c.Demand.NoteHeld()
	c.noteBlockedRoles()
}

// asksAll reports whether a cycle visits all candidates that may be offered, and asks everybody about each.
func (c *Cycle) asksAll() bool {
	return tested.Of(c.Options).FullPass || c.ShrinkOrder.EachVisitDraws() && c.Roles.WithQuota > 0
}

// beginStage begins a stage: it puts the agents in order, and makes its draws anew.
func (c *Cycle) beginStage(stage uint64) {
	c.Demand.BeginStage(DrawsOf(c.Schedule.Counters.Runs, stage), stage == FairStage)
	c.list = c.order.Sort(c.list, c.Agents, c.Options, c.Options.Seed^c.Demand.Draws)
}

// The stages, as draws and the order of agents know them.
const (
	GuaranteeStage = 1
	FairStage      = 2
)

// DrawsOf returns the number from which a cycle's stage makes its random draws.
func DrawsOf(cycle, stage uint64) uint64 { return container.Mix64(cycle<<1 | stage&1) }
