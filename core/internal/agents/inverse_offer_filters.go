package agents

import (
	"iter"
	"maps"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
)

// DropInverseFilters ends all filters for inverse offers for an agent, whose attributes change,
// or that is removed.
func (as *Agents) DropInverseFilters(slot slots.Agent) {
	if m := as.At(slot).Maintenance; m != nil {
		m.filters = nil
	}
}

// DropFilter ends a framework's filters for inverse offers, if it revives, is deactivated, updated or removed.
func (m *Maintenance) DropFilter(f slots.Framework) { delete(m.filters, f) }

// AddFilter keeps inverse offers for the agent from a framework until deadline.
func (m *Maintenance) AddFilter(f slots.Framework, deadline alloc.Time) {
	if m.filters == nil {
		m.filters = map[slots.Framework]alloc.Time{}
	}
	m.filters[f] = m.FilteredUntil(f, deadline)
}

// FilteredUntil returns until when filters keep inverse offers for the agent from a framework:
// until now if none does.
func (m *Maintenance) FilteredUntil(f slots.Framework, now alloc.Time) alloc.Time {
	if end, ok := m.filters[f]; ok {
		return max(now, end)
	}
	return now
}

// Filters ranges over the filters for inverse offers that end after now, by framework: whose it is,
// and when it ends.
func (m *Maintenance) Filters(now alloc.Time) iter.Seq2[slots.Framework, alloc.Time] {
	return func(yield func(slots.Framework, alloc.Time) bool) {
		for _, f := range slices.Sorted(maps.Keys(m.filters)) {
			if end := m.filters[f]; end > now && !yield(f, end) {
				return
			}
		}
	}
}
