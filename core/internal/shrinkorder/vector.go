package shrinkorder

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
)

// Vector is the order of items in Mesos's class Resources, which appends to a vector, and
// puts the last entry in the place of one that is used up.
type Vector []resource.ItemID

// Add appends an item unless it is there.
func (v *Vector) Add(id resource.ItemID) { addOnce((*[]resource.ItemID)(v), id) }

// Drop puts the last item in the place of one that is used up, if it is there.
func (v *Vector) Drop(id resource.ItemID) { dropByLast((*[]resource.ItemID)(v), id) }

func addOnce[T comparable](list *[]T, x T) {
	if !slices.Contains(*list, x) {
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
