package news

import "github.com/apportion/apportion/core/internal/api"

// RecoveryHoldOff is the wait for agents after a failover, while allocation is
// paused.
type RecoveryHoldOff struct {
	ExpectedAgents int        // while waiting, else -1
	ResumeAt       []api.Time // ends of recovery timeouts
}

// IsRecovering reports whether allocation waits for agents.
func (n *News) IsRecovering() bool { return n.Recovery.ExpectedAgents >= 0 }
