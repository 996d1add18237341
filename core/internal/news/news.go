// Package news is what changed since the last cycle: which agents a cycle has been
// asked for, and which of them may be worth offering again. State writes it; only
// the cycle reads it.
package news

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/internal/container"
)

// News is what changed. Its sets are of agents, by slot.
type News struct {
	Now        api.Time         // the latest that any call named
	Candidates container.BitSet // to be offered in the next cycle
	Dirty      container.BitSet // not known to have been refused by everyone since anything changed
	Pending    bool             // a cycle has been asked for
	Paused     bool             // no cycle runs
	Recovery   RecoveryHoldOff
	Counters   Counters
}
