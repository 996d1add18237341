package roles

import "github.com/apportion/apportion/quantities"

// Unsatisfied sets dst to what a role's guarantees lack: max(0, guarantee - Consumed), name by name. It is as up to
// date as Consumed.
func (q *QuotaState) Unsatisfied(dst *quantities.Row) {
	dst.CopyFrom(q.Quota.Guarantees)
	dst.SubFloor(q.Consumed)
}
