package offerfilter

import (
	"math"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
)

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
		all += f.Len(t)
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
func (f *Filters) validateTable(agent slots.Agent, t *Table, live []int32) error {
	refs := make([]uint32, len(t.refusals))
	if err := validateBlocks(f, agent, t); err != nil {
		return err
	}
	n, last := 0, key(0)
	for x := range f.all(t) {
		s := x.key.subscription()
		if last > x.key {
			return assert.Broken("Table", 1, "agent %d: filter %d is out of order", agent, n)
		}
		n, last = n+1, x.key
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
	if f.Len(t) != n {
		return assert.Broken("Table", 1, "agent %d: %d filters instead of %d", agent, f.Len(t), n)
	}
	if f.deadlines.Has(agent) != (n > 0) {
		return assert.Broken("Filters", 2, "agent %d: has %d filters, queued for a deadline %v", agent, n, f.deadlines.Has(agent))
	}
	return nil
}

// validateBlocks checks the blocks of a table. That filters are counted and in order is
// looked at together with those of its list.
func validateBlocks(f *Filters, agent slots.Agent, t *Table) error {
	list := f.blocks.of(t)
	for i := range list {
		b := &list[i]
		if b.has == 0 || i > 0 && list[i-1].number >= b.number {
			return assert.Broken("blocks", 1, "agent %d: block %d is empty or out of order", agent, b.number)
		}
		least := int64(math.MaxInt64)
		for j, x := range b.all {
			least = min(least, x.deadline)
			if over := b.base.over>>j&1 != 0; b.base.asOf == f.shared[b.number].changes && over == (x.key.epoch() == f.epochs[x.key.subscription()]) {
				return assert.Broken("blocks", 2, "agent %d: subscription %d is noted as over: %v", agent, x.key.subscription(), over)
			}
			if k := t.search(x.key); k < len(t.list) && t.list[k].key == x.key {
				return assert.Broken("blocks", 4, "agent %d: subscription %d has the same filter in the list", agent, x.key.subscription())
			}
		}
		if least != b.deadline {
			return assert.Broken("blocks", 3, "agent %d: block %d ends at %d instead of %d", agent, b.number, b.deadline, least)
		}
	}
	return nil
}
