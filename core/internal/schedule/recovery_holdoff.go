package schedule

import "github.com/apportion/apportion/core/alloc"

// RecoveryHoldOff is the wait for agents after a failover, during which allocation is
// paused. As in Mesos, neither of its two ends calls the other off: the later one also ends a pause that the host
// began meanwhile.
type RecoveryHoldOff struct {
	ExpectedAgents int          // how many agents end the wait; -1: there is none
	ResumeAt       []alloc.Time // ends of recovery timeouts
}

// IsRecovering reports whether agents are waited for: a pause ends once enough are there, also one that begins after the
// timeout, and if none is expected with the first.
func (s *Schedule) IsRecovering() bool { return s.Recovery.ExpectedAgents >= 0 }

// HoldOff pauses allocation until so many agents are there, or until resumeAt. It waits
// for no agent if none is expected.
func (s *Schedule) HoldOff(agents int, resumeAt alloc.Time) {
	s.Recovery.ExpectedAgents = agents
	if agents == 0 {
		return
	}
	s.Pause()
	s.Recovery.ResumeAt = append(s.Recovery.ResumeAt, resumeAt)
}

// AgentIsBack ends the wait if enough agents are there.
func (s *Schedule) AgentIsBack(agents int) {
	if s.Paused && s.IsRecovering() && agents >= s.Recovery.ExpectedAgents {
		s.Recovery.ExpectedAgents = -1
		s.Resume()
	}
}

// EndRecoveryTimeouts resumes if the wait has taken too long. Whatever moves the clock calls it: Advance,
// Allocate and Recover. ExpectedAgents stays: enough agents end a later pause, too.
func (s *Schedule) EndRecoveryTimeouts() {
	kept := s.Recovery.ResumeAt[:0]
	for _, t := range s.Recovery.ResumeAt {
		if t <= s.Now {
			s.Resume()
		} else {
			kept = append(kept, t)
		}
	}
	s.Recovery.ResumeAt = kept
}
