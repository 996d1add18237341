package agents

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
)

// InverseFilter keeps inverse offers for an agent from a framework until Deadline.
type InverseFilter struct {
	Framework slots.Framework
	Deadline  api.Time
	number    uint64 // of those of its agent, as they were added
}

// inverseFilters are the filters for inverse offers for an agent. One that ended before the
// last addition is over. add forgets those that are over when there are more than
// 2*kept + fewInverseFilters, so there are at most twice as many as there were in force together.
type inverseFilters struct {
	of     map[slots.Framework][]InverseFilter
	overAt api.Time // the time of the last addition
	added  uint64   // so far
	count  int      // of all in of, over or not
	kept   int      // count when filters were last forgotten
}

// fewInverseFilters is how many filters are kept in any case.
const fewInverseFilters = 16

// add adds a filter.
func (x *inverseFilters) add(f slots.Framework, now, deadline api.Time) {
	if x.of == nil {
		x.of = map[slots.Framework][]InverseFilter{}
	}
	x.overAt = now
	x.of[f] = append(x.of[f], InverseFilter{f, deadline, x.added})
	x.added++
	x.count++
	if x.count > 2*x.kept+fewInverseFilters {
		x.forgetOver()
	}
}

// forgetOver forgets the filters that are over.
func (x *inverseFilters) forgetOver() {
	x.count = 0
	for f, list := range x.of {
		list = slices.DeleteFunc(list, x.isOver)
		x.count += len(list)
		x.of[f] = list
		if len(list) == 0 {
			delete(x.of, f)
		}
	}
	x.kept = x.count
}

func (x *inverseFilters) isOver(y InverseFilter) bool { return y.Deadline <= x.overAt }

// until returns when the last filter of a framework ends, or now if none is in force. It ends at
// its deadline.
func (x *inverseFilters) until(f slots.Framework, now api.Time) api.Time {
	for _, y := range x.of[f] {
		now = max(now, y.Deadline)
	}
	return now
}

// drop ends the filters of a framework, and reports whether there were any.
func (x *inverseFilters) drop(f slots.Framework) bool {
	dropped := len(x.of[f])
	x.count -= dropped
	delete(x.of, f)
	return dropped > 0
}

// list lists the filters that are not over, as they were added.
func (x *inverseFilters) list() (all []InverseFilter) {
	for _, list := range x.of {
		all = append(all, list...)
	}
	all = slices.DeleteFunc(all, x.isOver)
	slices.SortFunc(all, func(x, y InverseFilter) int { return cmp.Compare(x.number, y.number) })
	return all
}
