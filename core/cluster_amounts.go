package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// maxClusterAmount bounds what all agents have of a resource. What is held on them
// may be more, since totals shrink under what is in use, but an agent's total, or
// what comes as used on it, never grows beyond maxClusterAmountHeld of both
// together. So all sums, and differences of them, are within an int64.
const (
	maxClusterAmount     = quantities.Amount(1) << 61
	maxClusterAmountHeld = quantities.Amount(1) << 62
)

// checkGrowth refuses a total, in the place of old if that is not nil, and further
// use of the agent, if that is not nil, with which the cluster's sums would overflow.
func (a *Allocator) checkGrowth(id string, total, old, used *resource.Bag) *Error {
	now, before, more := &a.scratch.rows[0], &a.scratch.rows[1], &a.scratch.row
	before.Reset()
	more.Reset()
	if old != nil {
		old.Scalars(before, &a.kinds.Kinds)
	}
	now.Reset()
	name, ok := a.sumUpTo(now, total)
	if ok && used != nil {
		name, ok = a.sumUpTo(more, used)
	}
	if !ok {
		return errorf(CodeAmount, "agent %q: its %s would exceed %v", id, a.names.String(name), maxClusterAmount)
	}
	for n := range max(len(*now), len(*more)) {
		name := quantities.Name(n)
		q, used := now.At(name), more.At(name)
		if q <= before.At(name) && used == 0 {
			continue
		}
		all := a.totals.Total().At(name) - before.At(name) + q
		held := a.roleSorter.Total().At(name) + a.unregisteredUse.At(name) + used
		if all > maxClusterAmount || held > maxClusterAmountHeld-all {
			return errorf(CodeAmount, "agent %q: the cluster's %s would exceed %v", id, a.names.String(name), maxClusterAmount)
		}
	}
	return nil
}

// sumUpTo adds b's scalars to row. An agent may have a million volumes, so that it
// stops, and names the resource, if their sum is beyond maxClusterAmount.
func (a *Allocator) sumUpTo(row *quantities.Row, b *resource.Bag) (name quantities.Name, ok bool) {
	for _, c := range b.Counts {
		if row.AddAt(c.Name, a.kinds.Amount(c)); row.At(c.Name) > maxClusterAmount {
			return c.Name, false
		}
	}
	return 0, true
}
