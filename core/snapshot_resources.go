package core

import (
	"math"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// names writes the names of resources. Options come first, and refer to theirs before
// names are read.
func (s *snapshotWriter) names() { s.a.names.Save(&s.Writer, s.done) }

func (s *snapshotReader) names() { s.a.names.Load(s.Reader, s.more) }

// row writes the amounts of a row.
func (s *snapshotWriter) row(row quantities.Row) {
	count := 0
	for range row.All() {
		count++
	}
	s.Uint(uint64(count))
	for n, q := range row.All() {
		s.Uint(uint64(n))
		s.Uint(uint64(q))
	}
}

// row reads amounts that are above zero.
func (s *snapshotReader) row() (row quantities.Row) {
	for range s.Count("amounts") {
		n := quantities.Name(s.Below(uint64(s.a.names.Indices()), "resource name"))
		q := s.Uint()
		if s.Err() == nil && (q == 0 || q > math.MaxInt64 || row.At(n) != 0) {
			s.Fail("an amount of %s is none, or the second", s.a.names.String(n))
		}
		if s.Err() != nil {
			return row
		}
		row.Set(n, Amount(q))
	}
	return row
}

// setItems writes the items of sets.
func (s *snapshotWriter) setItems() { s.a.kinds.SetItems.Save(&s.Writer, s.done) }

func (s *snapshotReader) setItems() { s.a.kinds.SetItems.Load(s.Reader, s.more) }

// kinds writes the kinds and items.
func (s *snapshotWriter) kinds() {
	s.a.kinds.Save(&s.Writer, func(x any) { s.kind(x.(*Kind)) }, s.done)
}

func (s *snapshotReader) kinds() {
	a := s.a
	a.kinds.Load(s.Reader, func() (key []byte, known resource.Kind, description any) {
		k := s.kind()
		if s.Err() != nil {
			return nil, known, nil
		}
		if err := kinds.ValidateKind(k); err != nil {
			s.Fail("%v", err)
			return nil, known, nil
		}
		name, ok := a.names.Lookup(k.Name)
		if !ok {
			s.Fail("a kind of %q, which is no resource name", k.Name)
			return nil, known, nil
		}
		a.names.Ref(name)
		known = resource.Kind{Name: name, Flags: kinds.FlagsOf(k), Set: k.Type == Set}
		if n := len(k.Reservations); n > 0 {
			role, _, ok := a.roles.Descend(k.Reservations[n-1].Role)
			if !ok {
				s.Fail("a kind is reserved for role %q, which is not known", k.Reservations[n-1].Role)
			}
			if known.Role = uint32(role); ok {
				a.roles.Ref(role)
			}
		}
		return kinds.AppendKindKey(nil, k), known, k
	}, s.more)
}

// Flags of a kind: how it is, and which parts of its description follow.
const (
	isRevocable = 1 << iota
	isShared
	hasProvider
	hasDisk
	kindBits = iota
)

func (s *snapshotWriter) kind(k *Kind) {
	s.Text(k.Name)
	s.Byte(byte(k.Type))
	s.Byte(assert.BoolByte(k.Revocable)*isRevocable | assert.BoolByte(k.Shared)*isShared | assert.BoolByte(k.Provider != nil)*hasProvider | assert.BoolByte(k.Disk != nil)*hasDisk)
	s.Uint(uint64(len(k.Reservations)))
	for _, r := range k.Reservations {
		s.Byte(byte(r.Type))
		s.Text(r.Role)
		s.OptionalText(r.Principal)
		s.labels(r.Labels)
	}
	if k.Provider != nil {
		s.Text(*k.Provider)
	}
	if d := k.Disk; d != nil {
		s.Byte(byte(d.Source))
		for _, x := range []*string{d.Root, d.Vendor, d.ID, d.Profile, d.Persistence} {
			s.OptionalText(x)
		}
		s.labels(d.Metadata)
	}
}

func (s *snapshotReader) kind() *Kind {
	k := &Kind{Name: s.Word(), Type: ValueType(s.Byte())}
	has := s.Below(1<<kindBits, "bits of a kind")
	k.Revocable, k.Shared = has&isRevocable != 0, has&isShared != 0
	for range s.Count("reservations") {
		k.Reservations = append(k.Reservations, Reservation{Type: ReservationType(s.Byte()), Role: s.Text(), Principal: s.OptionalText(), Labels: s.labels()})
	}
	if has&hasProvider != 0 {
		provider := s.Text()
		k.Provider = &provider
	}
	if has&hasDisk != 0 {
		d := &Disk{Source: SourceType(s.Byte())}
		for _, x := range []**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence} {
			*x = s.OptionalText()
		}
		d.Metadata = s.labels()
		k.Disk = d
	}
	return k
}

// labels writes labels. A nil list differs from an empty one.
func (s *snapshotWriter) labels(list []Label) {
	s.Bool(list != nil)
	if list == nil {
		return
	}
	s.Uint(uint64(len(list)))
	for _, l := range list {
		s.Text(l.Key)
		s.OptionalText(l.Value)
	}
}

func (s *snapshotReader) labels() []Label {
	if !s.Bool() {
		return nil
	}
	list := []Label{}
	for range s.Count("labels") {
		list = append(list, Label{Key: s.Text(), Value: s.OptionalText()})
	}
	return list
}

// bag writes a bag: the numbers of its items as differences, and its intervals.
func (s *snapshotWriter) bag(b *resource.Bag) {
	w := &s.Writer
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

// bag reads a bag of known items and kinds, and refuses one that is not canonical.
func (s *snapshotReader) bag(b *resource.Bag) {
	b.Reset()
	r := s.Reader
	t := s.a.kinds
	item := uint64(0)
	for i := range r.Count("items of a bag") {
		step, n := r.Uint(), r.Uint()
		if item += step; i > 0 && step == 0 || item >= math.MaxUint32 || !t.Knows(resource.ItemID(item)) {
			r.Fail("item %d of a bag is not known, or out of order", item)
			return
		}
		k := t.Get(resource.ItemID(item))
		if k.Flags&resource.RangesOrSet != 0 || k.Flags&resource.Indivisible != 0 && k.Size == 0 || n == 0 || n > uint64(kinds.MostOf(k)) {
			r.Fail("item %d of a bag can not be there %d times", item, n)
			return
		}
		b.AddCount(k.Count(resource.ItemID(item), int64(n)))
	}
	for range r.Count("intervals of a bag") {
		if x := s.interval(b); r.Err() == nil {
			b.Intervals = append(b.Intervals, x)
			b.Flags |= t.Flags(uint32(x.Kind))
		}
	}
}

// interval reads an interval that comes after those of a bag.
func (s *snapshotReader) interval(b *resource.Bag) (x resource.Interval) {
	r, t := s.Reader, s.a.kinds
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
	if last := len(b.Intervals) - 1; last >= 0 {
		y := b.Intervals[last]
		if y.Kind > x.Kind || y.Kind == x.Kind && (y.End >= x.Begin || x.Begin-y.End <= 1) {
			r.Fail("intervals are out of order, or touch")
		}
	}
	return x
}
