package resource

import (
	"math"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
)

// PersistBag writes or reads a bag: the slots of its items as differences, and its intervals. What is
// read must be canonical, and its items and kinds known. Each copy of something indivisible is
// written by itself, since offers will list them so.
func (t *Kinds) PersistBag(c *wire.Codec, b *Bag) {
	if c.Digests() {
		sum := t.contentHash(b)
		c.Fixed(&sum)
		return
	}
	if c.Reads() {
		b.Reset()
	}
	t.persistCounts(c, b)
	for i := range c.Each(len(b.Intervals), "intervals of a bag") {
		var kind KindID
		var begin, size uint64
		if !c.Reads() {
			x := b.Intervals[i]
			kind, begin, size = x.Kind, x.Begin, x.End-x.Begin
		}
		wire.Uint(c, &kind)
		wire.Uint(c, &begin)
		wire.Uint(c, &size)
		if c.Reads() {
			t.readInterval(c, b, Interval{Kind: kind, Begin: begin, End: begin + size})
		}
	}
	if c.Failed() {
		b.Reset()
	}
}

// contentHash hashes what a bag holds by the descriptions of its kinds, since their numbers and
// order are accidents. It hashes set items one by one: that two items have adjacent numbers means
// nothing.
func (t *Kinds) contentHash(b *Bag) (sum uint64) {
	for _, c := range b.Counts {
		sum += container.Mix64(t.Get(c.Item()).Hash() ^ uint64(c.N))
	}
	for _, x := range b.Intervals {
		k := t.Get(uint32(x.Kind))
		if !k.Set {
			sum += container.Mix64(container.Mix64(k.Hash()^x.Begin) ^ x.End)
			continue
		}
		for n := x.Begin; n <= x.End; n++ {
			sum += container.Mix64(k.Hash() ^ t.SetItems.Hash(n))
		}
	}
	return sum
}

// counted is an item and how much there is of it, or one copy.
type counted struct {
	item ItemID
	n    int64
}

func (t *Kinds) persistCounts(c *wire.Codec, b *Bag) {
	var list []counted
	for _, x := range b.Counts {
		if x.Flags()&Indivisible == 0 {
			list = append(list, counted{x.Item(), x.N})
			continue
		}
		for range x.N {
			list = append(list, counted{x.Item(), 1})
		}
	}
	before := ItemID(0)
	for i := range c.Each(len(list), "items of a bag") {
		var step uint64
		var x counted
		if !c.Reads() {
			x = list[i]
			step = uint64(x.item - before)
		}
		wire.Uint(c, &step)
		if c.Reads() {
			if step > math.MaxUint32-uint64(before) || !t.Knows(before+ItemID(step)) {
				c.Fail("item %d of a bag is not known", uint64(before)+step)
				return
			}
			x = counted{before + ItemID(step), 1}
		}
		k := t.Get(x.item)
		if k.Flags&Indivisible == 0 {
			wire.Below(c, &x.n, math.MaxInt64+1, "amount")
		}
		if c.Reads() {
			readCount(c, b, k, x)
		}
		before = x.item
	}
}

// readCount adds a count that was read to a bag.
func readCount(c *wire.Codec, b *Bag, k *Kind, x counted) {
	had := b.Of(x.item)
	isCopy := k.Flags&Indivisible != 0
	switch {
	case c.Failed():
	case k.Flags&RangesOrSet != 0 || isCopy && k.Size == 0 || !isCopy && had > 0 || x.n == 0 || x.n > MostOf(k)-had:
		c.Fail("item %d of a bag can not be there %d times", x.item, x.n)
	default:
		b.AddCount(k.Count(x.item, x.n))
	}
}

// readInterval adds an interval that was read to a bag, after all others.
func (t *Kinds) readInterval(c *wire.Codec, b *Bag, x Interval) {
	if c.Failed() {
		return
	}
	if !t.Knows(uint32(x.Kind)) || t.Flags(uint32(x.Kind))&RangesOrSet == 0 || x.End < x.Begin {
		c.Fail("an interval of kind %d, from %d on, can not be", x.Kind, x.Begin)
		return
	}
	if t.Get(uint32(x.Kind)).Set && !t.SetItems.HasAll(x.Begin, x.End) {
		c.Fail("items %d to %d of a set are not known", x.Begin, x.End)
	}
	if last := len(b.Intervals) - 1; last >= 0 {
		y := b.Intervals[last]
		if y.Kind > x.Kind || y.Kind == x.Kind && (y.End >= x.Begin || x.Begin-y.End <= 1) {
			c.Fail("intervals are out of order, or touch")
		}
	}
	b.Intervals = append(b.Intervals, x)
	b.Flags |= t.Flags(uint32(x.Kind))
}
