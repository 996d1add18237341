package history

import (
	"cmp"
	"slices"
	"strings"
)

// A bag is resources in a form in which equal bags are equal: one resource for
// each kind, and one for each indivisible piece, in a certain order.
type bag []Resource

func newBag(list []Resource) bag {
	var b bag
	at := map[string]int{}
	for _, r := range list {
		kind := r.Kind()
		i, known := at[kind]
		if !known || !r.Divisible() {
			at[kind] = len(b)
			r.Ranges, r.Items = slices.Clone(r.Ranges), slices.Clone(r.Items)
			b = append(b, r)
			continue
		}
		b[i].Milli += r.Milli
		b[i].Ranges = append(b[i].Ranges, r.Ranges...)
		b[i].Items = append(b[i].Items, r.Items...)
	}
	for i := range b {
		b[i].Ranges = MergeRanges(b[i].Ranges)
		slices.Sort(b[i].Items)
		b[i].Items = slices.Compact(b[i].Items)
	}
	b = slices.DeleteFunc(b, func(r Resource) bool {
		return r.Milli == 0 && len(r.Ranges) == 0 && len(r.Items) == 0
	})
	slices.SortFunc(b, func(x, y Resource) int { return cmp.Compare(pieceKey(&x), pieceKey(&y)) })
	return b
}

// pieceKey is the resource's kind and value.
func pieceKey(r *Resource) string {
	p := &printer{}
	p.WriteString(r.Kind())
	p.value(r)
	return p.String()
}

// key is equal for two bags if and only if they hold the same.
func (b bag) key() string {
	var key strings.Builder
	for i := range b {
		key.WriteString(pieceKey(&b[i]) + "\n")
	}
	return key.String()
}

func (b bag) String() string {
	p := &printer{}
	p.list("[", " ", "]", len(b), func(i int) { p.resource(&b[i]) })
	return p.String()
}
