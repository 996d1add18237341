package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/quantities"
)

// Reset empties a report and keeps the memory of its rows.
func Reset(r *api.Report) {
	for _, row := range []*quantities.Row{&r.RequiredBefore, &r.RequiredAfter, &r.AvailableBefore, &r.AvailableAfter, &r.HeldBack} {
		row.Reset()
	}
	r.Ran, r.Candidates, r.Visited, r.HasQuota, r.HeldBackAgents = false, 0, 0, false, 0
}
