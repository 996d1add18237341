// Package news owns the news since the last cycle: which agents a cycle has been asked
// for, and which of them may be worth offering again. State writes it, the cycle reads it.
// The invariants stand above News.
package news

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// News is the news since the last cycle, and the clock. Its sets are of agents, by slot.
//
// Invariants:
//  1. every agent in Candidates or Dirty is live;
//  2. nobody would take anything from an agent that is not Dirty, quota left aside.
type News struct {
	Now          api.Time         // the latest time that a call named
	NextPeriodic api.Time         // the next periodic allocation
	Candidates   container.BitSet // to be offered in the next cycle
	Dirty        container.BitSet // not known to have been offered to everyone in vain
	Pending      bool             // a cycle has been asked for
	Paused       bool             // no cycle runs
	Recovery     RecoveryHoldOff
	Counters     Counters
}

// OfferedInVain remembers that an agent was offered to everyone in vain.
func (n *News) OfferedInVain(slot slots.Agent) { n.Dirty.Clear(slot) }

// MarkDirty forgets that an agent was offered to everyone in vain.
func (n *News) MarkDirty(slot slots.Agent) { n.Dirty.Set(slot) }

// MarkAllDirty is MarkDirty for some agents.
func (n *News) MarkAllDirty(agents container.BitSet) { n.Dirty.Unite(agents) }
