package core

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/quantities"
)

// count is how much of one item a bag holds: thousandths of a divisible
// kind, copies of an indivisible or shared one.
type count struct {
	item itemID
	n    int64
}

// spanned is the value of one kind of ranges or set.
type spanned struct {
	kind  KindID
	spans spans
}

// bag is a multiset of resources of one agent.
//
// Invariants:
//  1. counts are sorted by item, each item once, every n > 0;
//  2. spanned are sorted by kind, each kind once, no value empty;
//  3. flags is the union of the flags of all kinds inside.
type bag struct {
	counts  []count
	spanned []spanned
	flags   kindFlags
}

func (b *bag) empty() bool { return len(b.counts) == 0 && len(b.spanned) == 0 }

// reset empties b and keeps its memory.
func (b *bag) reset() {
	b.counts = b.counts[:0]
	clear(b.spanned)
	b.spanned = b.spanned[:0]
	b.flags = 0
}

// copyFrom makes b equal to o, in b's own memory.
func (b *bag) copyFrom(o *bag) {
	b.counts = append(b.counts[:0], o.counts...)
	clear(b.spanned)
	b.spanned = append(b.spanned[:0], o.spanned...)
	b.flags = o.flags
}

// ownSpans makes b's spans its own, so that they may outlive what they were
// read into.
func (b *bag) ownSpans() {
	for i := range b.spanned {
		b.spanned[i].spans = slices.Clone(b.spanned[i].spans)
	}
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

// spansOf returns b's value of a kind of ranges or set.
func (b *bag) spansOf(k KindID) spans {
	for _, s := range b.spanned {
		if s.kind == k {
			return s.spans
		}
	}
	return nil
}

// add merges o into b.
func (b *bag) add(o *bag) {
	b.flags |= o.flags
	b.counts = mergeCounts(b.counts, o.counts)
	for _, s := range o.spanned {
		b.addSpans(s.kind, s.spans, 0) // with the flags of o
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

// addCount adds n of one item.
func (b *bag) addCount(id itemID, n int64, flags kindFlags) {
	b.flags |= flags
	i, found := slices.BinarySearchFunc(b.counts, id, func(c count, id itemID) int { return cmp.Compare(c.item, id) })
	if found {
		b.counts[i].n += n
		return
	}
	b.counts = slices.Insert(b.counts, i, count{id, n})
}

// addSpans adds a value of one kind of ranges or set.
func (b *bag) addSpans(k KindID, v spans, flags kindFlags) {
	b.flags |= flags
	i, found := slices.BinarySearchFunc(b.spanned, k, func(s spanned, k KindID) int { return cmp.Compare(s.kind, k) })
	if found {
		b.spanned[i].spans = b.spanned[i].spans.union(v)
		return
	}
	b.spanned = slices.Insert(b.spanned, i, spanned{k, v})
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
	for _, s := range o.spanned {
		if !b.spansOf(s.kind).contains(s.spans) {
			return false
		}
	}
	return true
}

func (b *bag) equal(o *bag) bool {
	if len(b.counts) != len(o.counts) || len(b.spanned) != len(o.spanned) {
		return false
	}
	for i := range b.counts {
		if b.counts[i] != o.counts[i] {
			return false
		}
	}
	for i := range b.spanned {
		if b.spanned[i].kind != o.spanned[i].kind || !b.spanned[i].spans.equal(o.spanned[i].spans) {
			return false
		}
	}
	return true
}

// sub takes o out of b. What b does not hold enough of vanishes, as it does
// in Mesos's subtraction of resources; callers that must not lose anything
// check contains first.
func (b *bag) sub(o *bag, t *kindTable) {
	b.setDifference(b, o, t)
}

// setDifference makes b what is in x and not in y. b may be x.
func (b *bag) setDifference(x, y *bag, t *kindTable) {
	src := x.counts
	out := b.counts[:0]
	j := 0
	var flags kindFlags
	for _, c := range src {
		for j < len(y.counts) && y.counts[j].item < c.item {
			j++
		}
		if j < len(y.counts) && y.counts[j].item == c.item {
			c.n -= y.counts[j].n
		}
		if c.n > 0 {
			out = append(out, c)
			flags |= t.flags(c.item)
		}
	}
	b.counts = out
	b.spanned, flags = differSpans(b.spanned, x.spanned, y, t, flags)
	b.flags = flags
}

func differSpans(dst, x []spanned, y *bag, t *kindTable, flags kindFlags) ([]spanned, kindFlags) {
	n := len(dst)
	out := dst[:0]
	for _, s := range x {
		if v := s.spans.minus(y.spansOf(s.kind)); len(v) > 0 {
			out = append(out, spanned{s.kind, v})
			flags |= t.flags(uint32(s.kind))
		}
	}
	if len(out) < n {
		clear(dst[len(out):n])
	}
	return out, flags
}

// scalars adds b's stripped scalar quantities to row, by resource name.
func (b *bag) scalars(row *quantities.Row, t *kindTable) {
	for _, c := range b.counts {
		row.AddAt(t.entries[c.item].name, t.quantity(c.item, c.n))
	}
}

// scalarsOf adds the quantities of the kinds whose flags under mask equal
// want.
func (b *bag) scalarsOf(row *quantities.Row, t *kindTable, mask, want kindFlags) {
	for _, c := range b.counts {
		if t.entries[c.item].flags&mask == want {
			row.AddAt(t.entries[c.item].name, t.quantity(c.item, c.n))
		}
	}
}
