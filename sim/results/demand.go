package results

import "github.com/apportion/apportion/sim/internal/vector"

// demandOf is the dominant share that a role would have if all its tasks ran, at
// most what its limit allows of tasks in those proportions, and no more than all that there
// is, unless it holds that already.
func demandOf(r *RoleState, sum *levels, shared *vector.Amounts) float64 {
	together := sum.held
	together.Add(&sum.lacking)
	share := together.Part(shared)
	demand := share
	if sum.backlogs > 0 {
		demand = max(demand, 1)
	}
	for i, limited := range r.Limited {
		if limited && together[i] > 0 {
			demand = min(demand, share*float64(r.Limit[i])/float64(together[i]))
		}
	}
	return min(demand, max(1, sum.held.Part(shared)))
}
