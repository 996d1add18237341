package resource

import (
	"cmp"
	"iter"
	"slices"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// Bag is a multiset of resources of one agent.
//
// Invariants:
//  1. Counts ascend by item, each item once, every N > 0;
//  2. Intervals keeps its own invariant;
//  3. Flags is the union of the flags of all kinds in the bag.
type Bag struct {
	Counts    []Count
	Intervals Intervals
	Flags     Flags
}

// Empty reports whether b holds nothing.
func (b *Bag) Empty() bool { return len(b.Counts) == 0 && len(b.Intervals) == 0 }

// Reset empties b and keeps its memory.
func (b *Bag) Reset() {
	b.Counts, b.Intervals, b.Flags = b.Counts[:0], b.Intervals[:0], 0
}

// CopyFrom makes b equal to o, in b's own memory.
func (b *Bag) CopyFrom(o *Bag) {
	b.Counts = append(b.Counts[:0], o.Counts...)
	b.Intervals = append(b.Intervals[:0], o.Intervals...)
	b.Flags = o.Flags
}

// Swap exchanges what b and o hold, and their memory. It moves word by word: the compiler would
// move whole bags in pieces that overlap, and then a read of what two writes left has to wait for
// both of them.
func (b *Bag) Swap(o *Bag) {
	b.Counts, o.Counts = o.Counts, b.Counts
	b.Intervals, o.Intervals = o.Intervals, b.Intervals
	b.Flags, o.Flags = o.Flags, b.Flags
}

// seek returns the index of the first of counts, from i on, whose item is >= id. It scans
// a handful, as many as most bags hold, and bisects the rest.
func seek(counts []Count, i int, id ItemID) int {
	const handful = 8
	for end := min(len(counts), i+handful); i < end; i++ {
		if counts[i].Item() >= id {
			return i
		}
	}
	low, high := i, len(counts)
	for low < high {
		if mid := int(uint(low+high) >> 1); counts[mid].Item() < id {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// Of returns how much of an item b holds, in the units of Count.N.
func (b *Bag) Of(id ItemID) int64 {
	if b.endsBefore(id) {
		return 0
	}
	if i := seek(b.Counts, 0, id); i < len(b.Counts) && b.Counts[i].Item() == id {
		return b.Counts[i].N
	}
	return 0
}

// Add merges o into b.
func (b *Bag) Add(o *Bag) {
	b.Flags |= o.Flags
	b.Counts = mergeCounts(b.Counts, o.Counts)
	if len(b.Intervals) == 0 {
		b.Intervals = append(b.Intervals, o.Intervals...)
		return
	}
	for _, x := range o.Intervals {
		b.Intervals.Insert(x)
	}
}

// mergeCounts adds src to dst. It inserts from the back, in place, without scratch
// memory.
func mergeCounts(dst, src []Count) []Count {
	if len(dst) == 0 {
		return append(dst, src...)
	}
	fresh := 0
	i := 0
	for _, c := range src {
		i = seek(dst, i, c.Item())
		if i < len(dst) && dst[i].Item() == c.Item() {
			dst[i].N += c.N
		} else {
			fresh++
		}
	}
	end := len(dst)
	dst = slices.Grow(dst, fresh)[:end+fresh]
	for j := len(src) - 1; fresh > 0; j-- {
		at := seek(dst[:end], 0, src[j].Item())
		if at < end && dst[at].Item() == src[j].Item() {
			continue // summed above
		}
		copy(dst[at+fresh:], dst[at:end])
		fresh--
		dst[at+fresh] = src[j]
		end = at
	}
	return dst
}

// AddCount adds one count.
func (b *Bag) AddCount(c Count) {
	b.Flags |= c.Flags()
	if b.endsBefore(c.Item()) {
		b.Counts = append(b.Counts, c)
		return
	}
	i, found := slices.BinarySearchFunc(b.Counts, c.Item(), func(x Count, id ItemID) int { return cmp.Compare(x.Item(), id) })
	if found {
		b.Counts[i].N += c.N
		return
	}
	b.Counts = slices.Insert(b.Counts, i, c)
}

// endsBefore reports whether all items that b counts are less than id: mostly counts come in
// order.
func (b *Bag) endsBefore(id ItemID) bool {
	last := len(b.Counts) - 1
	return last < 0 || b.Counts[last].Item() < id
}

// Contains reports whether b holds all of o.
func (b *Bag) Contains(o *Bag) bool {
	i := 0
	for j := range o.Counts {
		c := &o.Counts[j]
		if i == len(b.Counts) || b.Counts[i].Item() != c.Item() { // mostly both have the same items
			i = seek(b.Counts, i, c.Item())
		}
		if i == len(b.Counts) || b.Counts[i].Item() != c.Item() || b.Counts[i].N < c.N {
			return false
		}
		i++
	}
	return b.Intervals.Contains(o.Intervals)
}

// Equal reports whether b and o hold the same.
func (b *Bag) Equal(o *Bag) bool {
	return equalCounts(b.Counts, o.Counts) && slices.Equal(b.Intervals, o.Intervals)
}

// Hash returns the same number for equal bags.
func (b *Bag) Hash() uint64 {
	h := uint64(0)
	for _, c := range b.Counts {
		h = container.Mix64(h ^ uint64(c.Item()) ^ uint64(c.N)<<20)
	}
	for _, x := range b.Intervals {
		h = container.Mix64(h ^ uint64(x.Kind) ^ x.Begin<<20 ^ x.End<<40)
	}
	return h
}

// equalCounts compares items and how much there is of them; all else follows from the item.
func equalCounts(x, y []Count) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].key != y[i].key || x[i].N != y[i].N {
			return false
		}
	}
	return true
}

// SubCount is Sub of one count.
func (b *Bag) SubCount(c Count, t *Kinds) { b.Sub(&Bag{Counts: []Count{c}}, t) }

// Sub takes o out of b. Where b holds less than o, nothing is left, as in Mesos's
// subtraction of resources; callers that must not lose anything check Contains first.
func (b *Bag) Sub(o *Bag, t *Kinds) {
	i, first := 0, len(b.Counts) // first is the index of the first count that is used up
	for _, c := range o.Counts {
		i = seek(b.Counts, i, c.Item())
		if i == len(b.Counts) {
			break
		}
		if x := &b.Counts[i]; x.Item() == c.Item() {
			x.N -= c.N
			if x.N <= 0 {
				first = min(first, i)
			}
		}
	}
	left := b.Counts[:first]
	for _, c := range b.Counts[first:] {
		if c.N > 0 {
			left = append(left, c)
		}
	}
	for _, x := range o.Intervals {
		b.Intervals.Remove(x)
	}
	if len(left) < len(b.Counts) || len(o.Intervals) > 0 {
		b.Counts = left
		b.refreshFlags(t)
	}
}

// refreshFlags works out Flags after something was removed. It stops as soon as it has found all
// flags that there were.
func (b *Bag) refreshFlags(t *Kinds) {
	had := b.Flags
	b.Flags = 0
	for i := 0; b.Flags != had && i < max(len(b.Counts), len(b.Intervals)); i++ {
		if i < len(b.Counts) {
			b.Flags |= b.Counts[i].Flags()
		}
		if i < len(b.Intervals) {
			b.Flags |= t.Flags(uint32(b.Intervals[i].Kind))
		}
	}
}

// Scalars adds b's scalar amounts to row, by resource name.
func (b *Bag) Scalars(row *quantities.Row, t *Kinds) {
	counts := b.Counts
	if n := len(counts); n > 0 {
		row.Expect(counts[n-1].Name) // the highest, as a rule
	}
	dense := row.Dense()
	for i := range counts {
		c := &counts[i]
		if int(c.Name) >= len(dense) || c.Flags()&Indivisible != 0 {
			addScalars(row, counts[i:], t)
			return
		}
		dense[c.Name] += quantities.Amount(c.N)
	}
}

// SetScalars makes row b's scalar amounts.
func (b *Bag) SetScalars(row *quantities.Row, t *Kinds) {
	row.Reset()
	b.Scalars(row, t)
}

// addScalars is Scalars of any counts. A loop without a call is half as long.
func addScalars(row *quantities.Row, counts []Count, t *Kinds) {
	for _, c := range counts {
		row.AddAt(c.Name, t.Amount(c))
	}
}

// Amounts adds b's amounts to row, by resource name. A number in a range, or a set item,
// counts as one.
func (b *Bag) Amounts(row *rows.Wide, t *Kinds) {
	for _, c := range b.Counts {
		row.AddAt(c.Name, t.Amount(c))
	}
	for _, x := range b.Intervals {
		name := t.Get(uint32(x.Kind)).Name
		row.AddUnits(name, x.End-x.Begin)
		row.AddUnits(name, 1)
	}
}

// ScalarsOf adds to row the scalar amounts of the kinds with flags & mask = want.
func (b *Bag) ScalarsOf(row *quantities.Row, t *Kinds, mask, want Flags) {
	b.CountScalars(row, t, mask, want, +1)
}

// CountScalars is ScalarsOf if sign is 1; if it is -1, it takes the amounts out of row.
func (b *Bag) CountScalars(row *quantities.Row, t *Kinds, mask, want Flags, sign quantities.Amount) {
	for _, c := range b.Counts {
		if c.Flags()&mask == want {
			row.AddAt(c.Name, sign*t.Amount(c))
		}
	}
}

// Select makes b the part of o whose kinds have flags & mask = want.
func (b *Bag) Select(o *Bag, mask, want Flags, t *Kinds) {
	b.Reset()
	for _, c := range o.Counts {
		if c.Flags()&mask == want {
			b.Counts = append(b.Counts, c)
			b.Flags |= c.Flags()
		}
	}
	for _, x := range o.Intervals {
		if f := t.Flags(uint32(x.Kind)); f&mask == want {
			b.Intervals = append(b.Intervals, x)
			b.Flags |= f
		}
	}
}

// SparseNames ranges over the sparse names of b's counts, one for each count.
func (b *Bag) SparseNames() iter.Seq[quantities.Name] {
	return func(yield func(quantities.Name) bool) {
		for i := range b.Counts {
			if n := b.Counts[i].Name; n >= quantities.DenseNames && !yield(n) {
				return
			}
		}
	}
}
