package news

import "github.com/apportion/apportion/core/internal/api"

// RecoveryHoldOff is the wait for agents after a failover, during which allocation is
// paused.
type RecoveryHoldOff struct {
	ExpectedAgents int        // how many agents end the wait; -1: there is none
	ResumeAt       []api.Time // ends of recovery timeouts
}

// IsRecovering reports whether allocation waits for agents.
func (n *News) IsRecovering() bool { return n.Recovery.ExpectedAgents >= 0 }

// HoldOff pauses allocation until so many agents are there, or until resumeAt. It waits
// for no agent if none is expected.
func (n *News) HoldOff(agents int, resumeAt api.Time) {
	n.Recovery.ExpectedAgents = agents
	if agents == 0 {
		return
	}
	n.Pause()
	n.Recovery.ResumeAt = append(n.Recovery.ResumeAt, resumeAt)
}

// AgentIsBack ends the wait if enough agents are there.
func (n *News) AgentIsBack(agents int) {
	if n.Paused && n.IsRecovering() && agents >= n.Recovery.ExpectedAgents {
		n.Recovery.ExpectedAgents = -1
		n.Resume()
	}
}

// EndRecoveryTimeouts ends the wait if it has taken too long.
func (n *News) EndRecoveryTimeouts() {
	kept := n.Recovery.ResumeAt[:0]
	for _, t := range n.Recovery.ResumeAt {
		if t <= n.Now {
			n.Resume()
		} else {
			kept = append(kept, t)
		}
	}
	n.Recovery.ResumeAt = kept
}
