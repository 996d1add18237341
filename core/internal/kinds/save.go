package kinds

import (
	"math"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frames"
	"github.com/apportion/apportion/core/internal/resource"
)

// Save writes the kinds and items. Set items have a section of their own.
func (t *Kinds) Save(w *frames.Writer) {
	t.Kinds.Save(w.Writer, func(x any) { saveKind(w, x.(*api.Kind)) }, w.Done)
}

// Load reads what Save wrote. reserve refers to the role that a kind is reserved for, if
// the role is known.
func (t *Kinds) Load(r *frames.Reader, reserve func(role string) (id api.RoleID, known bool)) {
	t.Kinds.Load(r.Reader, func() (key []byte, known resource.Kind, description any) {
		k := loadKind(r)
		if r.Err() != nil {
			return nil, known, nil
		}
		if err := ValidateKind(k); err != nil {
			r.Fail("%v", err)
			return nil, known, nil
		}
		name, ok := t.names.Lookup(k.Name)
		if !ok {
			r.Fail("a kind of %q, which is no resource name", k.Name)
			return nil, known, nil
		}
		t.names.Ref(name)
		known = resource.Kind{Name: name, Flags: FlagsOf(k), Set: k.Type == api.Set}
		if n := len(k.Reservations); n > 0 {
			role, ok := reserve(k.Reservations[n-1].Role)
			if !ok {
				r.Fail("a kind is reserved for role %q, which is not known", k.Reservations[n-1].Role)
			}
			known.Role = uint32(role)
		}
		return AppendKindKey(nil, k), known, k
	}, r.More)
}

// Flags of a kind: how it is, and which parts of its description follow.
const (
	isRevocable = 1 << iota
	isShared
	hasProvider
	hasDisk
	kindBits = iota
)

func saveKind(w *frames.Writer, k *api.Kind) {
	w.Text(k.Name)
	w.Byte(byte(k.Type))
	w.Byte(assert.BoolByte(k.Revocable)*isRevocable | assert.BoolByte(k.Shared)*isShared | assert.BoolByte(k.Provider != nil)*hasProvider | assert.BoolByte(k.Disk != nil)*hasDisk)
	w.Uint(uint64(len(k.Reservations)))
	for _, x := range k.Reservations {
		w.Byte(byte(x.Type))
		w.Text(x.Role)
		w.OptionalText(x.Principal)
		saveLabels(w, x.Labels)
	}
	if k.Provider != nil {
		w.Text(*k.Provider)
	}
	if d := k.Disk; d != nil {
		w.Byte(byte(d.Source))
		for _, x := range []*string{d.Root, d.Vendor, d.ID, d.Profile, d.Persistence} {
			w.OptionalText(x)
		}
		saveLabels(w, d.Metadata)
	}
}

func loadKind(r *frames.Reader) *api.Kind {
	k := &api.Kind{Name: r.Word(), Type: api.ValueType(r.Byte())}
	has := r.Below(1<<kindBits, "bits of a kind")
	k.Revocable, k.Shared = has&isRevocable != 0, has&isShared != 0
	for range r.Count("reservations") {
		k.Reservations = append(k.Reservations, api.Reservation{Type: api.ReservationType(r.Byte()), Role: r.Text(), Principal: r.OptionalText(), Labels: loadLabels(r)})
	}
	if has&hasProvider != 0 {
		provider := r.Text()
		k.Provider = &provider
	}
	if has&hasDisk != 0 {
		d := &api.Disk{Source: api.SourceType(r.Byte())}
		for _, x := range []**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence} {
			*x = r.OptionalText()
		}
		d.Metadata = loadLabels(r)
		k.Disk = d
	}
	return k
}

// saveLabels writes labels. A nil list differs from an empty one.
func saveLabels(w *frames.Writer, list []api.Label) {
	w.Bool(list != nil)
	if list == nil {
		return
	}
	w.Uint(uint64(len(list)))
	for _, l := range list {
		w.Text(l.Key)
		w.OptionalText(l.Value)
	}
}

func loadLabels(r *frames.Reader) []api.Label {
	if !r.Bool() {
		return nil
	}
	list := []api.Label{}
	for range r.Count("labels") {
		list = append(list, api.Label{Key: r.Text(), Value: r.OptionalText()})
	}
	return list
}

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
		item += step
		if i > 0 && step == 0 || item >= math.MaxUint32 || !t.Knows(resource.ItemID(item)) {
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
