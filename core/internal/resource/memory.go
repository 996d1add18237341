package resource

import "github.com/apportion/apportion/internal/container"

// Memory is where bags that stay begin.
type Memory struct {
	counts    container.Arena[Count]
	intervals container.Arena[Interval]
}

// manyParts is from how many counts, or intervals, on a bag does not keep the room that
// it has no use for.
const manyParts = 8

// Trim gives up memory that b had use for once.
func (b *Bag) Trim() {
	b.Counts = container.Shrink(b.Counts, manyParts)
	b.Intervals = container.Shrink(b.Intervals, manyParts)
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
