package lane

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/quantities"
)

// sameMetrics compares what two allocators account for.
func sameMetrics(x, y *core.Metrics) error {
	switch {
	case x.AllocationRuns != y.AllocationRuns || x.OffersMade != y.OffersMade:
		return fmt.Errorf("%d cycles and %d offers, and of the core %d and %d", x.AllocationRuns, x.OffersMade, y.AllocationRuns, y.OffersMade)
	case x.Agents != y.Agents || x.Frameworks != y.Frameworks:
		return fmt.Errorf("%d agents and %d frameworks, and of the core %d and %d", x.Agents, x.Frameworks, y.Agents, y.Frameworks)
	case !x.Total.Equal(y.Total):
		return fmt.Errorf("the total is %v, and of the core %v", x.Total, y.Total)
	case !x.OfferedOrAllocated.Equal(y.OfferedOrAllocated):
		return fmt.Errorf("offered or allocated is %v, and of the core %v", x.OfferedOrAllocated, y.OfferedOrAllocated)
	case !slices.Equal(x.Suppressed, y.Suppressed):
		return fmt.Errorf("suppressed is %v, and of the core %v", x.Suppressed, y.Suppressed)
	case len(x.Roles) != len(y.Roles):
		return fmt.Errorf("%d roles, and of the core %d", len(x.Roles), len(y.Roles))
	}
	for i := range x.Roles {
		if p, q := &x.Roles[i], &y.Roles[i]; !sameRole(p, q) {
			return fmt.Errorf("of a role the metrics are %+v, and of the core %+v", *p, *q)
		}
	}
	return nil
}

func sameRole(p, q *core.RoleMetrics) bool {
	return p.Role == q.Role && p.Share == q.Share && p.Policy == q.Policy && p.Key == q.Key && p.Weight == q.Weight &&
		p.Frameworks == q.Frameworks && p.ActiveFilters == q.ActiveFilters && p.HasQuota == q.HasQuota && p.Guarantees.Equal(q.Guarantees) &&
		p.Limits.Equal(q.Limits) && slices.Equal(slices.Collect(p.Limited.All()), slices.Collect(q.Limited.All())) &&
		p.Consumed.Equal(q.Consumed) && p.OfferedOrAllocated.Equal(q.OfferedOrAllocated) && p.Reserved.Equal(q.Reserved)
}

// metrics holds the sums by role to what is known.
func (m *match) metrics() error {
	w := &m.asked
	a := m.subject.core
	a.Metrics(&w.metrics)
	if w.metrics.Agents != m.book.AgentsThere.Len() || w.metrics.Frameworks != m.book.FrameworksThere.Len() {
		return fmt.Errorf("%d agents and %d frameworks, but should be %d and %d",
			w.metrics.Agents, w.metrics.Frameworks, m.book.AgentsThere.Len(), m.book.FrameworksThere.Len())
	}
	for i := range w.metrics.Roles {
		r := &w.metrics.Roles[i]
		n := m.subject.RoleOf(r.Role)
		if n == tape.None {
			continue // nobody has named it yet
		}
		for id, name := range m.cast.Names {
			k, ok := a.FindResourceName(name)
			if !ok {
				continue
			}
			if got, want := int64(r.Reserved.At(quantities.Name(k))), m.book.Reserved(n, uint32(id)); got != want {
				return fmt.Errorf("%d thousandths of %s are reserved for role %s, but should be %d", got, name, m.cast.Roles[n].Path, want)
			}
		}
	}
	return nil
}
