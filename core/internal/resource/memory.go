package resource

import "github.com/apportion/apportion/internal/container"

// Memory is where the lists of long-lived bags are first allocated, many in a chunk. It takes nothing back.
type Memory struct {
	counts    container.Arena[Count]
	intervals container.Arena[Interval]
}

// manyParts is the capacity up to which Trim leaves a bag's lists as they are.
const manyParts = 8

// Trim gives up memory that b no longer uses.
func (b *Bag) Trim() {
	b.Counts = container.Shrink(b.Counts, manyParts)
	b.Intervals = container.Shrink(b.Intervals, manyParts)
}

// Fit gives b's lists room for as much as o has. What b holds stays.
func (b *Bag) Fit(o *Bag, m *Memory) {
	if cap(b.Counts) < len(o.Counts) {
		b.Counts = append(m.counts.Take(len(o.Counts)), b.Counts...)
	}
	if cap(b.Intervals) < len(o.Intervals) {
		b.Intervals = append(m.intervals.Take(len(o.Intervals)), b.Intervals...)
	}
}
