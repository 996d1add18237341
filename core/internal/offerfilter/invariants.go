package offerfilter

import "github.com/apportion/apportion/core/internal/assert"

// Validate checks the invariants of Table and Filters.
func (f *Filters) Validate() error {
	live := make([]int32, len(f.live))
	for agent, t := range f.tables {
		if err := f.validateTable(agent, t, live); err != nil {
			return err
		}
	}
	inForce, all := 0, 0
	for _, t := range f.tables {
		all += len(t.list)
	}
	for s, n := range live {
		inForce += int(n)
		if n != f.live[s] {
			return assert.Broken("Filters", 1, "subscription %d: %d filters instead of %d", s, f.live[s], n)
		}
	}
	if f.inForce != inForce || f.over != all-inForce {
		return assert.Broken("Filters", 3, "%d filters in force and %d over instead of %d and %d", f.inForce, f.over, inForce, all-inForce)
	}
	return nil
}

// validateTable checks an agent's filters and counts the live ones.
func (f *Filters) validateTable(agent uint32, t *Table, live []int32) error {
	refs := make([]uint32, len(t.refusals))
	for i, x := range t.list {
		s := x.key.subscription()
		if i > 0 && t.list[i-1].key > x.key {
			return assert.Broken("Table", 1, "agent %d: filter %d is out of order", agent, i)
		}
		if t.subscriptions&bit(s) == 0 {
			return assert.Broken("Table", 4, "agent %d: subscription %d with a filter is not among those that have any", agent, s)
		}
		refs[x.key.refusal()]++
		if x.key.epoch() == f.epochs[s] {
			live[s]++
			if x.deadline < t.due {
				return assert.Broken("Table", 3, "agent %d: a filter is due at %d, the agent at %d", agent, x.deadline, t.due)
			}
		}
	}
	for i := range refs {
		if refs[i] != t.refusals[i].refs {
			return assert.Broken("Table", 2, "agent %d: refusal %d is referred to %d times instead of %d", agent, i, t.refusals[i].refs, refs[i])
		}
	}
	if f.deadlines.Has(agent) != (len(t.list) > 0) {
		return assert.Broken("Filters", 2, "agent %d: has %d filters, queued for a deadline %v", agent, len(t.list), f.deadlines.Has(agent))
	}
	return nil
}
