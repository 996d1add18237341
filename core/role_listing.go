package core

import (
	"iter"
	"slices"
	"strings"
)

// Metrics and the state show the roles that are in use. Each knows those of its
// children that are, so that all others, however many were ever named, cost
// nothing.

// isEmpty mirrors Role::isEmpty: Mesos forgets such a role, we merely don't show
// it.
func (r *role) isEmpty() bool {
	return len(r.children) == 0 && len(r.subscriptions) == 0 && r.weight == 1 && !r.hasQuota && r.reserved.IsZero()
}

// relist lists a role if it is not empty any more, and takes it off the list if it
// has become empty; and those above that have become one or the other by that.
func (t *roleTree) relist(id RoleID) {
	for id != noRole {
		r := t.get(id)
		if r.listed == !r.isEmpty() {
			return
		}
		r.listed = !r.listed
		siblings, nameStart := &t.top, 0
		if r.parent != noRole {
			above := t.get(r.parent)
			siblings, nameStart = &above.children, len(above.path)+1
		}
		at, _ := slices.BinarySearchFunc(*siblings, r.path[nameStart:], func(s RoleID, name string) int {
			return strings.Compare(t.get(s).path[nameStart:], name)
		})
		if r.listed {
			*siblings = slices.Insert(*siblings, at, id)
		} else {
			*siblings = slices.Delete(*siblings, at, at+1)
		}
		id = r.parent
	}
}

// inUse yields the roles that are not empty: each before those below it, siblings
// in the order of their names.
func (t *roleTree) inUse() iter.Seq[RoleID] {
	return func(yield func(RoleID) bool) {
		levels := [][]RoleID{t.top} // what is left of each level on the way down
		for len(levels) > 0 {
			level := &levels[len(levels)-1]
			if len(*level) == 0 {
				levels = levels[:len(levels)-1]
				continue
			}
			id := (*level)[0]
			*level = (*level)[1:]
			if !yield(id) {
				return
			}
			if children := t.get(id).children; len(children) > 0 {
				levels = append(levels, children)
			}
		}
	}
}

// byPath lists all roles, also those that are not in use, in order of their paths.
func (t *roleTree) byPath() []RoleID {
	list := t.fromTheTop()
	slices.SortFunc(list, func(x, y RoleID) int { return strings.Compare(t.get(x).path, t.get(y).path) })
	return list
}
