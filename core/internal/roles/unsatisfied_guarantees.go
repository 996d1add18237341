package roles

import "github.com/apportion/apportion/quantities"

// Unsatisfied sets dst to what a role's guarantees lack.
func (q *QuotaState) Unsatisfied(dst *quantities.Row) {
	dst.Reset()
	dst.Add(q.Quota.Guarantees)
	dst.SubFloor(q.Consumed)
}

// ReassessNeed sets Need = max(what the role's guarantees lack, NeedBelow): a role
// consumes what its subroles are given. Need stops at the largest amount, which no
// cluster exceeds.
func (r *QuotaState) ReassessNeed() {
	r.Unsatisfied(&r.Need)
	r.NeedBelow.Raise(&r.Need)
}
