package core

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/quantities"
)

// count is how much of one item a bag holds: thousandths of a divisible
// kind, copies of an indivisible or shared one. name, flags and owner are the
// item's, kept here so that a cycle need not look it up: there may be a kind
// for every label in the cluster.
type count struct {
	item  itemID
	name  quantities.Name
	flags kindFlags
	owner ownerID // if reserved, see kindTable.roleOf
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

// seek returns the index of the first of counts, from i on, whose item is not
// below id. Most bags hold a handful; an agent with hundreds of reservations
// should not be gone through for each of them.
func seek(counts []count, i int, id itemID) int {
	const handful = 8
	for end := min(len(counts), i+handful); i < end; i++ {
		if counts[i].item >= id {
			return i
		}
	}
	low, high := i, len(counts)
	for low < high {
		if mid := int(uint(low+high) >> 1); counts[mid].item < id {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// of returns how much of an item b holds.
func (b *bag) of(id itemID) int64 {
	if i := seek(b.counts, 0, id); i < len(b.counts) && b.counts[i].item == id {
		return b.counts[i].n
	}
	return 0
}

// add merges o into b.
func (b *bag) add(o *bag) {
	b.flags |= o.flags
	b.counts = mergeCounts(b.counts, o.counts)
	if len(b.spans) == 0 {
		b.spans = append(b.spans, o.spans...)
		return
	}
	for _, x := range o.spans {
		b.spans.insert(x)
	}
}

// mergeCounts adds src to dst in place, from the back, so that it needs no
// scratch.
func mergeCounts(dst, src []count) []count {
	if len(dst) == 0 {
		return append(dst, src...)
	}
	fresh := 0
	i := 0
	for _, c := range src {
		if i = seek(dst, i, c.item); i < len(dst) && dst[i].item == c.item {
			dst[i].n += c.n
		} else {
			fresh++
		}
	}
	end := len(dst)
	dst = slices.Grow(dst, fresh)[:end+fresh]
	for j := len(src) - 1; fresh > 0; j-- {
		at := seek(dst[:end], 0, src[j].item)
		if at < end && dst[at].item == src[j].item {
			continue // summed above
		}
		copy(dst[at+fresh:], dst[at:end])
		fresh--
		dst[at+fresh] = src[j]
		end = at
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
		i = seek(b.counts, i, c.item)
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
	i, first := 0, len(b.counts) // first is the first that is used up
	for _, c := range o.counts {
		if i = seek(b.counts, i, c.item); i == len(b.counts) {
			break
		}
		if x := &b.counts[i]; x.item == c.item {
			if x.n -= c.n; x.n <= 0 {
				first = min(first, i)
			}
		}
	}
	left := b.counts[:first]
	for _, c := range b.counts[first:] {
		if c.n > 0 {
			left = append(left, c)
		}
	}
	for _, x := range o.spans {
		b.spans.remove(x)
	}
	if len(left) < len(b.counts) || len(o.spans) > 0 {
		b.counts = left
		b.refreshFlags(t)
	}
}

func (b *bag) refreshFlags(t *kindTable) {
	b.flags = 0
	for _, c := range b.counts {
		b.flags |= c.flags
	}
	for _, x := range b.spans {
		b.flags |= t.flags(uint32(x.kind))
	}
}

// change is what is taken out of a bag and put into it.
//
// Invariant: no item and no number in a range is in both.
type change struct {
	gone, come bag
}

// between makes x what turns old into fresh.
func (x *change) between(old, fresh *bag, t *kindTable) {
	x.gone.copyFrom(old)
	x.gone.sub(fresh, t)
	x.come.copyFrom(fresh)
	x.come.sub(old, t)
}

func (x *change) equal(o *change) bool {
	return x.gone.equal(&o.gone) && x.come.equal(&o.come)
}

// apply changes b, which contains x.gone.
func (b *bag) apply(x *change, t *kindTable) {
	b.sub(&x.gone, t)
	b.add(&x.come)
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
