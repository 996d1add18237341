package shrinkorder

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
)

// Vector is the order of the items of a Resources object of Mesos's, which keeps
// them in a vector: entries are appended, and one that is used up is replaced by
// the last.
type Vector []resource.ItemID

// Add appends an item that is not there yet.
func (v *Vector) Add(id resource.ItemID) { addOnce((*[]resource.ItemID)(v), id) }

// Drop puts the last item in the place of one that is used up.
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
