package resource

import (
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Numbers are written, since the host knows them. Who refers to what is for those to say who do,
// when they are read; then NoteUnused.

// Persist is of the kinds and the items, which are none when they are read. describe is of a kind
// that the host holds or not: its description, and, when it is read, its key and what is known of it.
func (t *Kinds) Persist(c *wire.Codec, describe func(description *any, held *bool) (key []byte, k Kind)) {
	t.kinds.Persist(c, func(n uint32, e *kindEntry) {
		key, k := describe(&e.description, &e.held)
		if c.Reads() && !c.Failed() {
			k.ID, k.hash = KindID(t.kinds.Slot(n)), contentHash(key)
			e.key, e.Kind = string(key), k
		}
	})
	if c.Reads() && !c.Failed() {
		t.enterKinds(c)
	}
	t.items.Persist(c, func(_ uint32, e *entry) {
		wire.Uint(c, &e.ID)
		wire.Below(c, &e.Size, uint64(quantities.MaxSum)+1, "size")
		if !c.Reads() || c.Failed() {
			return
		}
		if !t.kinds.InUse(uint32(e.ID)) || t.Flags(ItemID(e.ID))&Indivisible == 0 || e.Size == 0 {
			c.Fail("an item is %d of kind %d, which can not be", e.Size, e.ID)
			return
		}
		*e = t.newItem(e.ID, e.Size)
	})
	if c.Reads() && !c.Failed() {
		t.enterItems(c)
	}
}

// enterKinds enters kinds that were read where they are looked up.
func (t *Kinds) enterKinds(c *wire.Codec) {
	for n, e := range t.kinds.All {
		if _, known := t.Find([]byte(e.key)); known || t.Len() > Max {
			c.Fail("kind %d is there twice, or beyond those that there can be", n)
			return
		}
		if e.Flags&Reserved != 0 {
			e.owner = t.owners.join(e.Role)
		}
		if e.Flags&RangesOrSet != 0 {
			t.intervals.count(e.Name, +1)
		}
		t.byKey.Put(t.hashOfKey([]byte(e.key)), t.kinds.Slot(n))
	}
}

// enterItems enters items that were read where they are looked up.
func (t *Kinds) enterItems(c *wire.Codec) {
	for n, e := range t.items.All {
		if _, known := t.FindItem(e.ID, e.Size); known || t.items.Len() > Max {
			c.Fail("item %d is there twice, or beyond those that there can be", n)
			return
		}
		t.bySize.Put(t.hashOfItem(e.ID, e.Size), t.items.Slot(n))
	}
}

// Persist is of the items, which are none when they are read.
func (s *SetItems) Persist(c *wire.Codec) {
	s.items.Persist(c, func(_ uint32, x *setItem) {
		c.Bool(&x.held)
		c.Text(&x.name)
	})
	if !c.Reads() || c.Failed() {
		return
	}
	for n, x := range s.items.All {
		if _, known := s.byName.Find(x.name); known || s.Len() > Max {
			c.Fail("item %d is there twice, or beyond those that there can be", n)
			return
		}
		s.byName.Put(n)
	}
}

// NoteUnused puts every unused kind and item on the list idle, once all have been read who refer to
// them.
func (t *Kinds) NoteUnused() {
	for n := range t.kinds.All {
		t.check(t.kinds.Slot(n))
	}
	for n := range t.items.All {
		t.check(t.items.Slot(n) | itemBit)
	}
}

// NoteUnused is Kinds.NoteUnused for set items.
func (s *SetItems) NoteUnused() {
	for n, x := range s.items.All {
		s.check(n, x)
	}
}

// Knows reports whether there is such a kind or item.
func (t *Kinds) Knows(id ItemID) bool {
	if id&itemBit != 0 {
		return id>>itemBits == 0 && t.items.InUse(id&^itemBit)
	}
	return id>>slotBits == 0 && t.kinds.InUse(id)
}
