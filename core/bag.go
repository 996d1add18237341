package core

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/quantities"
)

// count is how much of one item a bag holds: thousandths of a divisible
// kind, copies of an indivisible or shared one. name and flags are the item's,
// kept here so that a cycle need not look it up: there may be a kind for every
// label in the cluster.
type count struct {
	item  itemID
	name  quantities.Name
	flags kindFlags
	n     int64
}

// bag is a multiset of resources of one agent.
//
// Invariants:
//  1. counts are sorted by item, each item once, every n > 0;
//  2. spans are canonical, see there;
//  3. flags is the union of the flags of all kinds inside.
type bag struct {
	counts []count
	spans  spans
	flags  kindFlags
}

func (b *bag) empty() bool { return len(b.counts) == 0 && len(b.spans) == 0 }

// reset empties b and keeps its memory.
func (b *bag) reset() {
	b.counts, b.spans, b.flags = b.counts[:0], b.spans[:0], 0
}

// copyFrom makes b equal to o, in b's own memory.
func (b *bag) copyFrom(o *bag) {
	b.counts = append(b.counts[:0], o.counts...)
	b.spans = append(b.spans[:0], o.spans...)
	b.flags = o.flags
}

// of returns how much of an item b holds.
func (b *bag) of(id itemID) int64 {
	for _, c := range b.counts {
		if c.item >= id {
			if c.item == id {
				return c.n
			}
			break
		}
	}
	return 0
}

// add merges o into b.
func (b *bag) add(o *bag) {
	b.flags |= o.flags
	b.counts = mergeCounts(b.counts, o.counts)
	for _, x := range o.spans {
		b.spans.insert(x)
	}
}

// mergeCounts adds src to dst in place, from the back, so that it needs no
// scratch.
func mergeCounts(dst, src []count) []count {
	fresh := 0
	i := 0
	for _, c := range src {
		for i < len(dst) && dst[i].item < c.item {
			i++
		}
		if i < len(dst) && dst[i].item == c.item {
			dst[i].n += c.n
		} else {
			fresh++
		}
	}
	if fresh == 0 {
		return dst
	}
	i = len(dst) - 1
	dst = slices.Grow(dst, fresh)[:len(dst)+fresh]
	out := len(dst) - 1
	for j := len(src) - 1; j >= 0; j-- {
		for i >= 0 && dst[i].item > src[j].item {
			dst[out] = dst[i]
			out--
			i--
		}
		if i >= 0 && dst[i].item == src[j].item {
			dst[out] = dst[i] // already summed above
			i--
		} else {
			dst[out] = src[j]
		}
		out--
	}
	return dst
}

// addCount adds one count.
func (b *bag) addCount(c count) {
	b.flags |= c.flags
	if last := len(b.counts) - 1; last < 0 || b.counts[last].item < c.item {
		b.counts = append(b.counts, c)
		return
	}
	i, found := slices.BinarySearchFunc(b.counts, c.item, func(x count, id itemID) int { return cmp.Compare(x.item, id) })
	if found {
		b.counts[i].n += c.n
		return
	}
	b.counts = slices.Insert(b.counts, i, c)
}

// contains reports whether b holds all of o.
func (b *bag) contains(o *bag) bool {
	i := 0
	for _, c := range o.counts {
		for i < len(b.counts) && b.counts[i].item < c.item {
			i++
		}
		if i == len(b.counts) || b.counts[i].item != c.item || b.counts[i].n < c.n {
			return false
		}
	}
	return b.spans.contains(o.spans)
}

func (b *bag) equal(o *bag) bool {
	return slices.Equal(b.counts, o.counts) && slices.Equal(b.spans, o.spans)
}

// sub takes o out of b. What b does not hold enough of vanishes, as it does
// in Mesos's subtraction of resources; callers that must not lose anything
// check contains first.
func (b *bag) sub(o *bag, t *kindTable) {
	left := b.counts[:0]
	b.flags = 0
	j := 0
	for _, c := range b.counts {
		for j < len(o.counts) && o.counts[j].item < c.item {
			j++
		}
		if j < len(o.counts) && o.counts[j].item == c.item {
			c.n -= o.counts[j].n
		}
		if c.n > 0 {
			left = append(left, c)
			b.flags |= c.flags
		}
	}
	b.counts = left
	for _, x := range o.spans {
		b.spans.remove(x)
	}
	for _, x := range b.spans {
		b.flags |= t.flags(uint32(x.kind))
	}
}

// scalars adds b's stripped scalar quantities to row, by resource name.
func (b *bag) scalars(row *quantities.Row, t *kindTable) {
	for _, c := range b.counts {
		row.AddAt(c.name, t.amount(c))
	}
}

// amounts adds b's quantities to row, where a number in a range and an item of
// a set count as one.
func (b *bag) amounts(row *quantities.Row, t *kindTable) {
	b.scalars(row, t)
	for _, x := range b.spans {
		row.AddAt(t.entries[x.kind].name, quantities.Amount(x.count())*quantities.Unit)
	}
}

// scalarsOf adds the quantities of the kinds whose flags under mask equal
// want.
func (b *bag) scalarsOf(row *quantities.Row, t *kindTable, mask, want kindFlags) {
	for _, c := range b.counts {
		if c.flags&mask == want {
			row.AddAt(c.name, t.amount(c))
		}
	}
}
