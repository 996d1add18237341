package resource

import (
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Numbers are written, since the host knows them. Who refers to what is for those to say who do,
// when they are read.

// Persist is of the kinds and the items, which are none when they are read. describe is of the description
// of a kind, and, when it is read, returns its key and what is known of it.
func (t *Kinds) Persist(c *wire.Codec, describe func(description *any) (key []byte, k Kind)) {
	t.kinds.Persist(c, func(n uint32, k *kindEntry) {
		key, known := describe(&k.description)
		if !c.Reads() || c.Failed() {
			return
		}
		if _, again := t.Find(key); again || t.Len() > Max {
			c.Fail("kind %d is there twice, or beyond those that there can be", n)
			return
		}
		k.key, k.Kind = string(key), known
		t.begin(n, k)
	})
	t.items.Persist(c, func(n uint32, k *Kind) {
		wire.Uint(c, &k.ID)
		wire.Below(c, &k.Size, uint64(quantities.MaxSum)+1, "size")
		if !c.Reads() || c.Failed() {
			return
		}
		if !t.kinds.InUse(uint32(k.ID)) || t.Flags(ItemID(k.ID))&Indivisible == 0 || k.Size == 0 {
			c.Fail("an item is %d of kind %d, which can not be", k.Size, k.ID)
			return
		}
		if _, again := t.FindItem(k.ID, k.Size); again || t.items.Len() > Max {
			c.Fail("item %d is there twice, or beyond those that there can be", n)
			return
		}
		*k = t.newItem(k.ID, k.Size)
	})
}

// Persist is of the items, which are none when they are read.
func (s *SetItems) Persist(c *wire.Codec) {
	s.items.Persist(c, func(n uint32, x *setItem) {
		c.Text(&x.name)
		if !c.Reads() {
			return
		}
		if _, again := s.find(x.name); again || s.items.Len() > Max {
			c.Fail("item %d is there twice, or beyond those that there can be", n)
		}
	})
}
