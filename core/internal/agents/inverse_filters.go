package agents

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
)

// inverseFilters keep inverse offers for an agent from frameworks: of those of a framework, the
// one that ends last is kept. One that ended before the last addition is over. add forgets those
// that are over when there are more than 2*kept + fewInverseFilters, so there are at most twice as
// many as there were in force together.
type inverseFilters struct {
	ends   map[slots.Framework]api.Time
	overAt api.Time // the time of the last addition
	kept   int      // how many there were when some were last forgotten
}

// fewInverseFilters is how many filters are kept in any case.
const fewInverseFilters = 16

// add adds a filter.
func (x *inverseFilters) add(f slots.Framework, now, deadline api.Time) {
	if x.ends == nil {
		x.ends = map[slots.Framework]api.Time{}
	}
	x.overAt = now
	x.ends[f] = x.until(f, deadline)
	if len(x.ends) > 2*x.kept+fewInverseFilters {
		maps.DeleteFunc(x.ends, x.isOver)
		x.kept = len(x.ends)
	}
}

func (x *inverseFilters) isOver(_ slots.Framework, end api.Time) bool { return end <= x.overAt }

// until returns when the filter of a framework ends, or now if none is in force. It ends at its
// deadline.
func (x *inverseFilters) until(f slots.Framework, now api.Time) api.Time {
	if end, ok := x.ends[f]; ok {
		return max(now, end)
	}
	return now
}

// drop ends the filter of a framework, and reports whether there was one.
func (x *inverseFilters) drop(f slots.Framework) bool {
	_, dropped := x.ends[f]
	delete(x.ends, f)
	return dropped
}

// all ranges over the filters that are not over, by framework.
func (x *inverseFilters) all(yield func(slots.Framework, api.Time) bool) {
	for _, f := range slices.Sorted(maps.Keys(x.ends)) {
		if end := x.ends[f]; !x.isOver(f, end) && !yield(f, end) {
			return
		}
	}
}
