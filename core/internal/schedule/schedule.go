// Package schedule owns when a cycle runs: the clock, which agents a cycle has been asked for, pauses.
package schedule

import (
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Schedule is the clock, and what calls for a cycle.
//
// Invariant: every agent in Candidates is live.
type Schedule struct {
	Now          alloc.Time                    // the latest time that a call named, at most alloc.LastTime
	NextPeriodic alloc.Time                    // the next periodic allocation
	Candidates   container.BitSet[slots.Agent] // to be offered in the next cycle
	Pending      bool                          // a cycle has been asked for
	Paused       bool                          // no cycle runs
	Recovery     RecoveryHoldOff
	Counters     Counters
}

// New returns a schedule by which nothing is due. The first interval begins now.
func New(start alloc.Time, interval time.Duration) *Schedule {
	return &Schedule{Now: start, NextPeriodic: start.Add(interval), Recovery: RecoveryHoldOff{ExpectedAgents: -1}}
}

// Pause stops allocation: until Resume, cycles are skipped and requests dropped.
func (s *Schedule) Pause() { s.Paused = true }

// Resume ends a pause.
func (s *Schedule) Resume() { s.Paused = false }

// Forget forgets an agent that is gone.
func (s *Schedule) Forget(slot slots.Agent) { s.Candidates.Clear(slot) }
