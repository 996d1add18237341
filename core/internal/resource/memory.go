package resource

import "github.com/apportion/apportion/internal/container"

// Memory is where bags that stay begin.
type Memory struct {
	counts    container.Arena[Count]
	intervals container.Arena[Interval]
}

// Fit makes room in b for all that o holds.
func (b *Bag) Fit(o *Bag, m *Memory) {
	if cap(b.Counts) < len(o.Counts) {
		b.Counts = append(m.counts.Take(len(o.Counts)), b.Counts...)
	}
	if cap(b.Intervals) < len(o.Intervals) {
		b.Intervals = append(m.intervals.Take(len(o.Intervals)), b.Intervals...)
	}
}
