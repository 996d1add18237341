package sim

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
)

// A role asks for its guarantee with tasks that are within it: with them, all that runs and
// waits in the role is no more than its guarantee. Until they start, it is not met.

// isGuaranteed reports whether tasks of a size that begin to wait in a role are within its
// guarantee.
func (s *simulation) isGuaranteed(role int, size *amounts, count int) bool {
	guarantee := &s.roles[role].guarantee
	if !guarantee.Overlaps(size) {
		return false
	}
	var asked amounts
	for i := range s.roles {
		if isSelfOrAncestor(s.roles, role, i) {
			asked.Add(&s.roles[i].used)
			asked.Add(&s.roles[i].lacking)
		}
	}
	for i, each := range size {
		if each > 0 && guarantee[i] > 0 && asked[i]+each*alloc.Amount(count) > guarantee[i] {
			return false
		}
	}
	return true
}

// guaranteeWaits are the waits of the tasks within guarantees that have started in a span, or
// still wait.
func (r *Run) guaranteeWaits(sp *span) []float64 {
	return r.observed(sp, func(t *started) float64 {
		if !t.guaranteed {
			return math.NaN()
		}
		return float64(t.wait)
	})
}
