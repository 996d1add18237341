package order

import (
	"math"

	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// Totals is the cluster's total of each resource: the denominators of all shares. All
// sorters of a cluster share one; Mesos keeps a copy in each. The caller knows which agent
// has what. Reads (Total, Policies, ResourceWeights) may run concurrently with each other and
// with reads of the sorters.
type Totals struct {
	names    *rows.Names
	excluded map[string]struct{}
	policies *policy.Set

	sums    quantities.Row
	version uint64 // changes with sums and weights, and only with them
	now     int64  // on the caller's clock, in nanoseconds

	weights  []ResourceWeight
	weightOf map[string]*ResourceWeight // by name

	divisors        divisors
	divisorsVersion uint64 // the version that divisors belong to
}

// NewTotals returns totals of nothing. Names in excluded do not count towards
// shares (Mesos's fair_sharing_excluded_resource_names); they need not be
// interned yet. Sorters of these totals have a policy of policies.
func NewTotals(names *rows.Names, excluded []string, policies *policy.Set) *Totals {
	t := &Totals{names: names, policies: policies, excluded: make(map[string]struct{}, len(excluded))}
	for _, name := range excluded {
		t.excluded[name] = struct{}{}
	}
	return t
}

// Change takes gone, which has been put in, out of the totals and puts come
// in; either may be empty. Shares are left alone if the two are equal.
func (t *Totals) Change(gone, come quantities.Row) {
	if gone.Equal(come) {
		return
	}
	t.sums.Sub(gone)
	t.sums.Add(come)
	t.version++
}

// Policies returns those that sorters of these totals know.
func (t *Totals) Policies() *policy.Set { return t.policies }

// Total returns the sums, excluded names included. It is a view: read only, and
// valid until the next change.
func (t *Totals) Total() quantities.Row { return t.sums }

// SetNow says what time it is, in nanoseconds on a clock of the caller's that never
// goes back. Decayed and [Timed] orderings look at it; nothing else does.
func (t *Totals) SetNow(nanos int64) { t.now = nanos }

// elapsed returns how long ago a time was, 0 for one to come.
func (t *Totals) elapsed(since int64) int64 {
	if t.now <= since {
		return 0
	}
	if d := t.now - since; d > 0 {
		return d
	}
	return math.MaxInt64
}
