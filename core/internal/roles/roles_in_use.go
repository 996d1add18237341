package roles

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Metrics and the state as JSON show only roles in use. Each role lists its children in
// use, so that the others cost nothing, however many there are.

// IsEmpty mirrors Role::IsEmpty. Mesos forgets an empty role; here it is only not shown.
func (r *Role) IsEmpty() bool {
	return len(r.children) == 0 && len(r.Subscriptions) == 0 && r.Weight == 1 && !r.HasQuota && r.Reserved.IsZero()
}

// relist enters a role in its parent's list if it is no longer empty, and removes it if it has become empty. If
// that empties the parent, or fills it, it does the same for the parent, and so on. Whatever may change IsEmpty
// calls it: a first or last framework, weight, quota, and reservations of agents' totals.
func (t *Tree) relist(id alloc.RoleID) {
	for id != slots.NoRole {
		r := t.Get(id)
		if r.Listed == !r.IsEmpty() {
			return
		}
		r.Listed = !r.Listed
		siblings := &t.top
		if r.Parent != slots.NoRole {
			siblings = &t.Get(r.Parent).children
		}
		at, _ := slices.BinarySearchFunc(*siblings, t.NameOf(r).Name, func(s alloc.RoleID, name string) int { return strings.Compare(t.NameOf(t.Get(s)).Name, name) })
		if r.Listed {
			*siblings = slices.Insert(*siblings, at, id)
		} else {
			*siblings = container.Shrink(slices.Delete(*siblings, at, at+1), fewSiblings)
		}
		id = r.Parent
	}
}

// fewSiblings is the length up to which a list of siblings keeps its memory. Relisting moves four bytes for each
// sibling behind.
const fewSiblings = 4

// InUse yields the roles that are not empty: each before those below it, siblings by
// name.
func (t *Tree) InUse() iter.Seq[alloc.RoleID] { return t.inUse(t.top) }

// Below is InUse for the roles below one.
func (t *Tree) Below(id alloc.RoleID) iter.Seq[alloc.RoleID] { return t.inUse(t.Get(id).children) }

// Children yields the roles right below a role, or at the top for NoRole, that are not empty, by name.
func (t *Tree) Children(id alloc.RoleID) iter.Seq[alloc.RoleID] {
	if id != slots.NoRole {
		return slices.Values(t.Get(id).children)
	}
	return slices.Values(t.top)
}

func (t *Tree) inUse(top []alloc.RoleID) iter.Seq[alloc.RoleID] {
	return func(yield func(alloc.RoleID) bool) {
		levels := [][]alloc.RoleID{top} // what is left of the siblings of each level on the way down
		for len(levels) > 0 {
			last := &levels[len(levels)-1]
			if len(*last) == 0 {
				levels = levels[:len(levels)-1]
				continue
			}
			id := (*last)[0]
			*last = (*last)[1:]
			if !yield(id) {
				return
			}
			if children := t.Get(id).children; len(children) > 0 {
				levels = append(levels, children)
			}
		}
	}
}

// WithPolicies lists the roles with a policy of their own, in use or not, by path.
func (t *Tree) WithPolicies() (list []alloc.RoleID) {
	for n, r := range t.All {
		if (r.Own != OwnPolicies{}) {
			list = append(list, alloc.RoleID(n))
		}
	}
	slices.SortFunc(list, t.ComparePaths)
	return list
}

// fromTheTop lists all roles by depth.
func (t *Tree) fromTheTop() (list []alloc.RoleID) {
	for n := range t.All {
		list = append(list, alloc.RoleID(n))
	}
	slices.SortStableFunc(list, func(x, y alloc.RoleID) int { return cmp.Compare(t.Get(x).depth, t.Get(y).depth) })
	return list
}
