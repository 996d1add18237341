package core

import (
	"fmt"

	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
)

// Validate checks the allocator's bookkeeping against itself and returns the first fault.
// It is for tests and for hosts that suspect a fault: no argument of a call can make it
// fail. Under the build tag invariants every call that changes something ends with it.
//
// Invariants:
//  1. Bags: counts and intervals are sorted, none is empty, flags are theirs.
//  2. Agents: handles, names and sets of agents agree; free = total - held, shared
//     volumes excepted.
//  3. Ledger: an entry is not empty, and is on one agent's and one subscription's list.
//  4. Filters: a subscription counts its live filters; a refusal counts its filters;
//     no filter is due before its agent is.
//  5. Subscriptions: a sorter tracks those that are subscribed or hold something. The
//     active ones are active in it, and so is each role that has one.
//  6. Sums: totals, reservations, free revocable resources, what tasks use.
//  7. Ledger and sorters agree: a client's allocation is the sum of its entries, a
//     role's that of its subscriptions; a role's sums include its subroles'; the roles
//     listed are those that are not empty.
//  8. Worth: what is remembered of whom agents are worth asking still holds.
//  9. In use: tasks of a role use no more on an agent than the role's frameworks hold.
//  10. Shrink order: its vectors have what the ledger has.
//  11. Amounts: the cluster's total of a resource, with what is held beyond totals and
//     of shared volumes, is at most quantities.MaxSum.
//  12. References: what is held, used or refused on an agent is in its total or lingers
//     there; each kind, item and role is known, and counts those who refer to it.
func (a *Allocator) Validate() error {
	for _, check := range []func() error{
		a.validateAgents, a.validateLedger, a.validateFilters, a.validateSubscriptions,
		a.validateSums, a.validateRoles, a.validateWorth, a.validateShrinkOrder, a.validateClusterAmounts,
		a.validateReferences,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// verify is Validate under the build tag invariants.
func (a *Allocator) verify() {
	if err := a.Validate(); err != nil {
		panic("apportion: invariant " + err.Error())
	}
}

func broken(number int, format string, args ...any) error {
	return fmt.Errorf("%d: %s", number, fmt.Sprintf(format, args...))
}

func (a *Allocator) validateBag(what string, b *resource.Bag) error {
	var flags resource.Flags
	for i, c := range b.Counts {
		if c.N <= 0 || c.N > kinds.MostOf(a.kinds.Get(c.Item())) || i > 0 && b.Counts[i-1].Item() >= c.Item() {
			return broken(1, "%s: item %d, count %d", what, c.Item(), c.N)
		}
		if c != a.kinds.Count(c.Item(), c.N) {
			return broken(1, "%s: item %d, name %d, flags %b", what, c.Item(), c.Name, c.Flags())
		}
		flags |= c.Flags()
	}
	for i, x := range b.Intervals {
		if x.Begin > x.End {
			return broken(1, "%s: kind %d: interval %d-%d", what, x.Kind, x.Begin, x.End)
		}
		if i > 0 {
			y := b.Intervals[i-1]
			if y.Kind > x.Kind || y.Kind == x.Kind && (y.End >= x.Begin || x.Begin-y.End <= 1) {
				return broken(1, "%s: kind %d: intervals out of order or touching", what, x.Kind)
			}
		}
		flags |= a.kinds.Flags(uint32(x.Kind))
	}
	if flags != b.Flags {
		return broken(1, "%s: flags %b instead of %b", what, b.Flags, flags)
	}
	return nil
}

func (a *Allocator) validateFilters() error {
	if err := a.frameworks.Filters.Validate(); err != nil {
		return broken(4, "%v", err)
	}
	return nil
}

func (a *Allocator) validateWorth() error {
	if err := a.operations.Cycles.Cycle.Worth.Validate(); err != nil {
		return broken(8, "%v", err)
	}
	return nil
}

func (a *Allocator) validateShrinkOrder() error {
	if err := a.cluster.ShrinkOrder.Validate(); err != nil {
		return broken(10, "%v", err)
	}
	return nil
}
