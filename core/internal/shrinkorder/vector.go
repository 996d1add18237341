package shrinkorder

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
)

// Vector is the order of items in Mesos's class Resources, which appends to a vector, and
// puts the last entry in the place of one that is used up. An item has one entry, a whole disk
// (resource.IsWhole) one for each copy.
type Vector []resource.ItemID

// Add appends an item unless it has its entry.
func (v *Vector) Add(id resource.ItemID, t *resource.Kinds) {
	add((*[]resource.ItemID)(v), id, resource.IsWhole(t, id))
}

// Drop drops the entry of an item of which something was taken, if none of it is left.
func (v *Vector) Drop(id resource.ItemID, left *resource.Bag, t *resource.Kinds) {
	if resource.IsWhole(t, id) || !left.Has(id) {
		dropByLast((*[]resource.ItemID)(v), id)
	}
}

// add appends x, or, unless again, does so if it is not there.
func add[T comparable](list *[]T, x T, again bool) {
	if again || !slices.Contains(*list, x) {
		*list = append(*list, x)
	}
}

func dropByLast[T comparable](list *[]T, x T) {
	if i := slices.Index(*list, x); i >= 0 {
		last := len(*list) - 1
		(*list)[i] = (*list)[last]
		*list = (*list)[:last]
	}
}
