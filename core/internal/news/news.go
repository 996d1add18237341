// Package news owns when a cycle runs: the clock, which agents a cycle has been asked for, pauses.
package news

import (
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// News is the clock, and what calls for a cycle.
//
// Invariant: every agent in Candidates is live.
type News struct {
	Now          api.Time                      // the latest time that a call named
	NextPeriodic api.Time                      // the next periodic allocation
	Candidates   container.BitSet[slots.Agent] // to be offered in the next cycle
	Pending      bool                          // a cycle has been asked for
	Paused       bool                          // no cycle runs
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

// Forget forgets an agent that is gone.
func (n *News) Forget(slot slots.Agent) { n.Candidates.Clear(slot) }
