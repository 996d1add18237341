// Package news owns the news since the last cycle: which agents a cycle has been asked
// for, and which of them may be worth offering again. Calls and the packages that keep state mark agents;
// only package worth clears Dirty, when it sees that an agent is offered in vain, and the end
// of a cycle empties Candidates. The invariants stand above News.
package news

import (
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// News is the news since the last cycle, and the clock. Its sets are of agents, by slot.
//
// Invariants:
//  1. every agent in Candidates, Dirty or CutDown is live, and none is both Dirty and CutDown;
//  2. of an admitted agent that is neither Dirty nor CutDown, only Fresh subscriptions would take
//     anything, even if there were no quota.
type News struct {
	Now          api.Time                             // the latest time that a call named
	NextPeriodic api.Time                             // the next periodic allocation
	Candidates   container.BitSet[slots.Agent]        // to be offered in the next cycle
	Dirty        container.BitSet[slots.Agent]        // everybody is to be asked about them
	CutDown      container.BitSet[slots.Agent]        // offered to everyone in vain, as quota cut offers down
	Touched      container.BitSet[slots.Agent]        // have become dirty, or have gone, since ForgetTouched
	Fresh        container.BitSet[slots.Subscription] // subscriptions that came, revived or changed: to be asked about every agent
	Pending      bool                                 // a cycle has been asked for
	Paused       bool                                 // no cycle runs
	Recovery     RecoveryHoldOff
	Counters     Counters
}

// New returns no news at all. The first interval begins now.
func New(start api.Time, interval time.Duration) *News {
	return &News{Now: start, NextPeriodic: start.Add(interval), Recovery: RecoveryHoldOff{ExpectedAgents: -1}}
}

// AdvanceTo moves the time forward, and reports whether it did. If a host's clock is set
// back, the allocator's stands still.
func (n *News) AdvanceTo(now api.Time) bool {
	if now <= n.Now {
		return false
	}
	n.Now = now
	return true
}

// Pause stops allocation.
func (n *News) Pause() { n.Paused = true }

// Resume ends a pause.
func (n *News) Resume() { n.Paused = false }

// Forget forgets all about an agent that is gone.
func (n *News) Forget(slot slots.Agent) {
	n.Candidates.Clear(slot)
	n.Dirty.Clear(slot)
	n.CutDown.Clear(slot)
	n.Touched.Set(slot)
}

// OfferedInVain remembers that an agent was offered to everyone in vain: worth calls it when
// a visit begins with nobody to ask, or ends without an offer.
func (n *News) OfferedInVain(slot slots.Agent) {
	n.Dirty.Clear(slot)
	n.CutDown.Clear(slot)
}

// CutInVain remembers that an agent was offered to everyone in vain, but that somebody
// would have taken more than quota left: worth asks again when quota leaves more.
func (n *News) CutInVain(slot slots.Agent) {
	n.Dirty.Clear(slot)
	n.CutDown.Set(slot)
}

// ForgetCuts makes the agents that were cut down dirty: quota leaves more than it did.
func (n *News) ForgetCuts() {
	n.Dirty.Unite(n.CutDown)
	n.CutDown.Reset()
}

// MarkDirty forgets that an agent was offered to everyone in vain: its free resources have
// changed (agents.FreeChanged), a filter on it has ended, or it was updated.
func (n *News) MarkDirty(slot slots.Agent) {
	n.Touched.Set(slot)
	n.Dirty.Set(slot)
	n.CutDown.Clear(slot)
}

// ForgetTouched empties Touched: whoever follows it has.
func (n *News) ForgetTouched() { n.Touched.Reset() }

// MarkFresh remembers subscriptions that may now want any agent: they came, revived or changed.
func (n *News) MarkFresh(subscriptions ...slots.Subscription) {
	for _, m := range subscriptions {
		n.Fresh.Set(m)
	}
}

// ForgetFresh empties Fresh. The agents in unasked become dirty: fresh subscriptions have not
// been asked about these.
func (n *News) ForgetFresh(unasked container.BitSet[slots.Agent]) {
	n.Dirty.Unite(unasked)
	n.CutDown.Subtract(unasked)
	n.Fresh.Reset()
}
