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
