package resource

import (
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Save writes numbers, since the host knows them, and items in bags are in their order.
// It writes no reference counts: those who refer call Ref again when they are loaded.

// Save writes the kinds and the items. describe writes a kind's description; done is
// called after each kind and item.
func (t *Kinds) Save(w *wire.Writer, describe func(description any), done func()) {
	t.kinds.Save(w)
	t.items.Save(w)
	w.Uint(uint64(len(t.idle)))
	for _, id := range t.idle {
		w.Uint(uint64(id))
	}
	w.Uint(uint64(t.kinds.Len()))
	done()
	for n, e := range t.kinds.All {
		w.Uint(uint64(n))
		w.Bool(e.held)
		describe(e.description)
		done()
	}
	w.Uint(uint64(t.items.Len()))
	done()
	for n, e := range t.items.All {
		w.Uint(uint64(n))
		w.Uint(uint64(e.ID))
		w.Uint(uint64(e.Size))
		done()
	}
}

// Load reads into an empty table what Save wrote. describe reads a kind: key, properties,
// description. more is called before each kind and item.
func (t *Kinds) Load(r *wire.Reader, describe func() (key []byte, k Kind, description any), more func()) {
	t.kinds.Load(r)
	t.items.Load(r)
	var idle []ItemID
	for range r.Count("idle kinds") {
		idle = append(idle, ItemID(r.Below(1<<itemBits, "kind")))
	}
	kinds := r.Uint()
	for i := uint64(0); i < kinds && r.Err() == nil; i++ {
		more()
		n, held := r.Below(1<<numberBits, "kind"), r.Bool()
		if key, k, description := describe(); r.Err() == nil {
			t.loadKind(r, uint32(n), kindEntry{entry: entry{Kind: k}, held: held, key: string(key), description: description})
		}
	}
	more()
	items := r.Uint()
	for i := uint64(0); i < items && r.Err() == nil; i++ {
		more()
		t.loadItem(r, uint32(r.Below(1<<numberBits, "item")), KindID(r.Below(1<<numberBits, "kind")), r.Uint())
	}
	t.loadIdle(r, idle)
}

func (t *Kinds) loadKind(r *wire.Reader, n uint32, e kindEntry) {
	if _, known := t.Find([]byte(e.key)); known || t.Len() >= Max {
		r.Fail("kind %d is there twice, or beyond those that there can be", n)
		return
	}
	if e.Flags&Reserved != 0 {
		e.owner = t.owners.join(e.Role)
	}
	if e.Flags&RangesOrSet != 0 {
		t.intervals.count(e.Name, +1)
	}
	e.ID, e.Size, e.hash = KindID(n), 0, contentHash(e.key)
	if !t.kinds.Put(n, e) {
		r.Fail("kind %d has a number that it can not have", n)
		return
	}
	t.byKey.Put(t.hashOfKey([]byte(e.key)), n)
}

func (t *Kinds) loadItem(r *wire.Reader, n uint32, kind KindID, size uint64) {
	k := t.Lookup(kind)
	if r.Err() != nil {
		return
	}
	if k == nil || k.Flags&Indivisible == 0 || size == 0 || size > uint64(quantities.MaxSum) || t.items.Len() >= Max {
		r.Fail("item %d is %d of kind %d, which can not be", n, size, kind)
		return
	}
	if _, known := t.FindItem(kind, quantities.Amount(size)); known || !t.items.Put(n, t.newItem(kind, quantities.Amount(size))) {
		r.Fail("item %d is there twice, or has a number that it can not have", n)
		return
	}
	t.bySize.Put(t.hashOfItem(kind, quantities.Amount(size)), n)
}

// loadIdle fills the list idle.
func (t *Kinds) loadIdle(r *wire.Reader, idle []ItemID) {
	for _, id := range idle {
		known := t.kinds.Get(id&^itemBit) != nil
		if id&itemBit != 0 {
			known = t.items.Get(id&^itemBit) != nil
		}
		if !known || t.entry(id).idle {
			r.Fail("kind %d is idle, but not there or twice so", id)
			return
		}
		t.entry(id).idle = true
		t.idle = append(t.idle, id)
	}
}

// Save writes the items. done is called after each.
func (s *SetItems) Save(w *wire.Writer, done func()) {
	s.items.Save(w)
	w.Uint(uint64(len(s.idle)))
	for _, n := range s.idle {
		w.Uint(uint64(n))
	}
	w.Uint(uint64(s.items.Len()))
	done()
	for n, x := range s.items.All {
		w.Uint(uint64(n))
		w.Bool(x.held)
		w.Text(x.name)
		done()
	}
}

// Load reads into an empty table what Save wrote. more is called before each item.
func (s *SetItems) Load(r *wire.Reader, more func()) {
	s.items.Load(r)
	var idle []uint32
	for range r.Count("idle items") {
		idle = append(idle, uint32(r.Below(1<<32, "item")))
	}
	items := r.Uint()
	for i := uint64(0); i < items && r.Err() == nil; i++ {
		more()
		n, held, name := uint32(r.Below(1<<32, "item")), r.Bool(), r.Text()
		if _, known := s.byName.Find(name); r.Err() == nil && (known || s.Len() >= Max || !s.items.Put(n, setItem{name: name, held: held})) {
			r.Fail("item %d is there twice, or has a number that it can not have", n)
		}
		if r.Err() == nil {
			s.byName.Put(n)
		}
	}
	for _, n := range idle {
		x := s.items.Get(n)
		if x == nil || x.idle {
			r.Fail("item %d is idle, but not there or twice so", n)
			return
		}
		x.idle = true
		s.idle = append(s.idle, n)
	}
}

// NoteUnused puts every unused kind and item on the list idle, once a snapshot is loaded
// and all references are counted.
func (t *Kinds) NoteUnused() {
	for n := range t.kinds.All {
		t.check(n)
	}
	for n := range t.items.All {
		t.check(n | itemBit)
	}
}

// NoteUnused is Kinds.NoteUnused for set items.
func (s *SetItems) NoteUnused() {
	for n, x := range s.items.All {
		s.check(n, x)
	}
}

// Knows reports whether a number is a kind's or an item's.
func (t *Kinds) Knows(id ItemID) bool {
	if id&itemBit != 0 {
		return id>>itemBits == 0 && t.items.Get(id&^itemBit) != nil
	}
	return t.kinds.Get(id) != nil
}
