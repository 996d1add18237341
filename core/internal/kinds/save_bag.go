package kinds

import (
	"math"

	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/resource"
)

// SaveBag writes a bag: the numbers of its items as differences, and its intervals.
func SaveBag(w *frames.Writer, b *resource.Bag) {
	w.Uint(uint64(len(b.Counts)))
	item := resource.ItemID(0)
	for i := range b.Counts {
		c := &b.Counts[i]
		w.Uint(uint64(c.Item() - item))
		w.Uint(uint64(c.N))
		item = c.Item()
	}
	w.Uint(uint64(len(b.Intervals)))
	for _, x := range b.Intervals {
		w.Uint(uint64(x.Kind))
		w.Uint(x.Begin)
		w.Uint(x.End - x.Begin)
	}
}

// LoadBag reads a bag of known items and kinds, and refuses one that is not canonical.
func (t *Kinds) LoadBag(r *frames.Reader, b *resource.Bag) {
	b.Reset()
	item := uint64(0)
	for i := range r.Count("items of a bag") {
		step, n := r.Uint(), r.Uint()
		if item += step; i > 0 && step == 0 || item >= math.MaxUint32 || !t.Knows(resource.ItemID(item)) {
			r.Fail("item %d of a bag is not known, or out of order", item)
			return
		}
		k := t.Get(resource.ItemID(item))
		if k.Flags&resource.RangesOrSet != 0 || k.Flags&resource.Indivisible != 0 && k.Size == 0 || n == 0 || n > uint64(MostOf(k)) {
			r.Fail("item %d of a bag can not be there %d times", item, n)
			return
		}
		b.AddCount(k.Count(resource.ItemID(item), int64(n)))
	}
	for range r.Count("intervals of a bag") {
		if x := t.loadInterval(r, b.Intervals); r.Err() == nil {
			b.Intervals = append(b.Intervals, x)
			b.Flags |= t.Flags(uint32(x.Kind))
		}
	}
}

// loadInterval reads an interval that comes after others.
func (t *Kinds) loadInterval(r *frames.Reader, before resource.Intervals) (x resource.Interval) {
	kind, begin, size := r.Uint(), r.Uint(), r.Uint()
	x = resource.Interval{Kind: resource.KindID(kind), Begin: begin, End: begin + size}
	if r.Err() != nil {
		return x
	}
	if kind >= math.MaxUint32 || t.Lookup(x.Kind) == nil || t.Flags(uint32(kind))&resource.RangesOrSet == 0 || x.End < x.Begin {
		r.Fail("an interval of kind %d, of %d numbers from %d on, can not be", kind, size, begin)
		return x
	}
	if t.Get(uint32(kind)).Set && !t.SetItems.HasAll(x.Begin, x.End) {
		r.Fail("items %d to %d of a set are not known", x.Begin, x.End)
	}
	if last := len(before) - 1; last >= 0 {
		y := before[last]
		if y.Kind > x.Kind || y.Kind == x.Kind && (y.End >= x.Begin || x.Begin-y.End <= 1) {
			r.Fail("intervals are out of order, or touch")
		}
	}
	return x
}
