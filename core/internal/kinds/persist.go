package kinds

import (
	"math"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
)

// Persist is of the kinds and items. Set items are persisted apart. reserve refers to the role that
// a kind is reserved for when the kind is read, if the role is known.
func (t *Kinds) Persist(c *wire.Codec, reserve func(role string) (id alloc.RoleID, known bool)) {
	t.Kinds.Persist(c, func(description *any) (key []byte, known resource.Kind) {
		if !c.Reads() {
			persistKind(c, (*description).(*alloc.Kind))
			return nil, known
		}
		k := new(alloc.Kind)
		*description = k
		persistKind(c, k)
		if c.Failed() {
			return nil, known
		}
		if err := ValidateKind(k); err != nil {
			c.Fail("%v", err)
			return nil, known
		}
		return AppendKindKey(nil, k), t.referringTo(c, k, reserve)
	})
}

// referringTo returns what is known of a kind that was read, and refers to its name and role.
func (t *Kinds) referringTo(c *wire.Codec, k *alloc.Kind, reserve func(role string) (id alloc.RoleID, known bool)) (known resource.Kind) {
	name, ok := t.names.Lookup(k.Name)
	if !ok {
		c.Fail("a kind of %q, which is no resource name", k.Name)
		return known
	}
	t.names.Ref(name)
	var role alloc.RoleID
	if n := len(k.Reservations); n > 0 {
		if role, ok = reserve(k.Reservations[n-1].Role); !ok {
			c.Fail("a kind is reserved for role %q, which is not known", k.Reservations[n-1].Role)
		}
	}
	return kindOf(k, name, role)
}

// CloneKind copies a kind deeply, as bytes: the table keeps none of the caller's memory.
func CloneKind(k *alloc.Kind) *alloc.Kind {
	var w wire.Writer
	persistKind(wire.NewEncoder(&w, nil), k)
	c, r := new(alloc.Kind), wire.NewReader(w.Buf, 0)
	persistKind(wire.NewDecoder(r, nil), c)
	assert.Check(r.Err())
	return c
}

func persistKind(c *wire.Codec, k *alloc.Kind) {
	wire.Word(c, &k.Name)
	wire.Uint(c, &k.Type)
	c.Flags("bits of a kind", &k.Revocable, &k.Shared)
	wire.List(c, &k.Reservations, "reservations", func(x *alloc.Reservation) {
		wire.Uint(c, &x.Type)
		c.Text(&x.Role)
		c.OptionalText(&x.Principal)
		persistLabels(c, &x.Labels)
	})
	c.OptionalText(&k.Provider)
	if c.Has(k.Disk != nil) {
		if c.Reads() {
			k.Disk = new(alloc.Disk)
		}
		d := k.Disk
		wire.Uint(c, &d.Source)
		for _, x := range []**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence} {
			c.OptionalText(x)
		}
		persistLabels(c, &d.Metadata)
	}
}

// persistLabels is of labels. No list differs from an empty one.
func persistLabels(c *wire.Codec, list *[]alloc.Label) {
	if !c.Has(*list != nil) {
		return
	}
	wire.List(c, list, "labels", func(l *alloc.Label) {
		c.Text(&l.Key)
		c.OptionalText(&l.Value)
	})
	if c.Reads() && *list == nil {
		*list = []alloc.Label{}
	}
}

// PersistBag is of a bag: the slots of its items as differences, and its intervals. It must be
// canonical, and of items and kinds that are known. Each copy of what cannot be divided is written by
// itself, since offers will list them so.
func (t *Kinds) PersistBag(c *wire.Codec, b *resource.Bag) {
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
		var kind resource.KindID
		var begin, size uint64
		if !c.Reads() {
			x := b.Intervals[i]
			kind, begin, size = x.Kind, x.Begin, x.End-x.Begin
		}
		wire.Uint(c, &kind)
		wire.Uint(c, &begin)
		wire.Uint(c, &size)
		if c.Reads() {
			t.readInterval(c, b, resource.Interval{Kind: kind, Begin: begin, End: begin + size})
		}
	}
	if c.Failed() {
		b.Reset()
	}
}

// contentHash hashes what a bag holds by its kinds' descriptions, since numbers and their order are
// accidents. It hashes set items one by one: adjacent numbers mean nothing.
func (t *Kinds) contentHash(b *resource.Bag) (sum uint64) {
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
	item resource.ItemID
	n    int64
}

func (t *Kinds) persistCounts(c *wire.Codec, b *resource.Bag) {
	var list []counted
	for _, x := range b.Counts {
		if x.Flags()&resource.Indivisible == 0 {
			list = append(list, counted{x.Item(), x.N})
			continue
		}
		for range x.N {
			list = append(list, counted{x.Item(), 1})
		}
	}
	before := resource.ItemID(0)
	for i := range c.Each(len(list), "items of a bag") {
		var step uint64
		var x counted
		if !c.Reads() {
			x = list[i]
			step = uint64(x.item - before)
		}
		wire.Uint(c, &step)
		if c.Reads() {
			if step > math.MaxUint32-uint64(before) || !t.Knows(before+resource.ItemID(step)) {
				c.Fail("item %d of a bag is not known", uint64(before)+step)
				return
			}
			x = counted{before + resource.ItemID(step), 1}
		}
		k := t.Get(x.item)
		if k.Flags&resource.Indivisible == 0 {
			wire.Below(c, &x.n, math.MaxInt64+1, "amount")
		}
		if c.Reads() {
			readCount(c, b, k, x)
		}
		before = x.item
	}
}

// readCount adds a count that was read to a bag.
func readCount(c *wire.Codec, b *resource.Bag, k *resource.Kind, x counted) {
	had := b.Of(x.item)
	isCopy := k.Flags&resource.Indivisible != 0
	switch {
	case c.Failed():
	case k.Flags&resource.RangesOrSet != 0 || isCopy && k.Size == 0 || !isCopy && had > 0 || x.n == 0 || x.n > MostOf(k)-had:
		c.Fail("item %d of a bag can not be there %d times", x.item, x.n)
	default:
		b.AddCount(k.Count(x.item, x.n))
	}
}

// readInterval adds an interval that was read to a bag, after all others.
func (t *Kinds) readInterval(c *wire.Codec, b *resource.Bag, x resource.Interval) {
	if c.Failed() {
		return
	}
	if !t.Knows(uint32(x.Kind)) || t.Flags(uint32(x.Kind))&resource.RangesOrSet == 0 || x.End < x.Begin {
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
