package sim

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sim/results"
)

// A role asks for its guarantee with those of its tasks that are within it. A task is within the
// guarantee if all that runs and waits in the role, the task included, is no more than the
// guarantee. Until these tasks start, the guarantee is not met.

// isGuaranteed reports whether tasks of a size that begin to wait in a role are within its
// guarantee.
func (s *simulation) isGuaranteed(role int, size *amounts, count int) bool {
	guarantee := &s.roles[role].Guarantee
	if !guarantee.Overlaps(size) {
		return false
	}
	var asked amounts
	for i := range s.roles {
		if results.IsSelfOrAncestor(s.record.Roles, role, i) {
			asked.Add(&s.roles[i].Used)
			asked.Add(&s.roles[i].Lacking)
		}
	}
	for i, each := range size {
		if each > 0 && guarantee[i] > 0 && asked[i]+each*alloc.Amount(count) > guarantee[i] {
			return false
		}
	}
	return true
}
