//go:build mesos_vectors

package vectors

import (
	"slices"

	"github.com/apportion/apportion/core/internal/resource"
)

// vector is the order of items in Mesos's class Resources, which appends to a vector, and
// puts the last entry in the place of one that is used up. An item has one entry, a whole disk
// one for each copy.
type vector []resource.ItemID

// add appends an item unless it has its entry.
func (v *vector) add(id resource.ItemID, t *resource.Kinds) {
	add((*[]resource.ItemID)(v), id, isWhole(t, id))
}

// drop drops the entry of an item of which something was taken, if none of it is left.
func (v *vector) drop(id resource.ItemID, left *resource.Bag, t *resource.Kinds) {
	if isWhole(t, id) || !has(left, id) {
		dropByLast((*[]resource.ItemID)(v), id)
	}
}

// isWhole reports whether an item is a disk that cannot be divided, and is not shared.
func isWhole(t *resource.Kinds, id resource.ItemID) bool {
	return t.Knows(id) && t.Flags(id)&(resource.Indivisible|resource.Shared) == resource.Indivisible
}

// has reports whether a bag holds any of an item, or of a kind of ranges or set.
func has(b *resource.Bag, id resource.ItemID) bool {
	return b.Of(id) != 0 || len(b.Intervals.Of(resource.KindID(id))) > 0
}

// only returns what a bag has of an item, or of a kind of ranges or set.
func only(b *resource.Bag, id resource.ItemID, t *resource.Kinds) (part resource.Bag) {
	if n := b.Of(id); n > 0 {
		part.Counts = append(part.Counts, t.Count(id, n))
	}
	part.Intervals = b.Intervals.Of(resource.KindID(id))
	return part
}

// eachCopy gives each copy of a whole disk a count of its own.
func eachCopy(counts []resource.Count, t *resource.Kinds) []resource.Count {
	for i := range counts {
		for isWhole(t, counts[i].Item()) && counts[i].N > 1 {
			one := counts[i]
			one.N = 1
			counts[i].N--
			counts = append(counts, one)
		}
	}
	return counts
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
