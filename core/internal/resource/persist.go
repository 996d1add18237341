package resource

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Numbers are written, since the host knows them. References are not: whoever refers to something
// does so anew when he is read.

// Persist writes or reads the kinds and the items; it reads them where there are none. Set items are persisted apart.
// When a kind is read that is reserved for a role, reserve refers to the role, if it is known.
func (t *Kinds) Persist(c *wire.Codec, reserve func(role string) (id alloc.RoleID, known bool)) {
	t.kinds.Persist(c, func(n uint32, k *kindEntry) {
		if c.Reads() {
			k.description = new(alloc.Kind)
		}
		persistKind(c, k.description)
		if !c.Reads() || c.Failed() {
			return
		}
		if err := ValidateKind(k.description); err != nil {
			c.Fail("%v", err)
			return
		}
		key, known := AppendKindKey(nil, k.description), t.referringTo(c, k.description, reserve)
		if c.Failed() {
			return
		}
		if _, again := t.find(key); again || t.Len() > Max {
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

// referringTo returns what is known of a kind that was read, and refers to its name and role.
func (t *Kinds) referringTo(c *wire.Codec, k *alloc.Kind, reserve func(role string) (id alloc.RoleID, known bool)) (known Kind) {
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

// persistLabels writes or reads labels. An absent list differs from an empty one.
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

// Persist writes or reads the items; it reads them where there are none.
func (s *SetItems) Persist(c *wire.Codec) {
	s.items.Persist(c, func(n uint32, x *setItem) {
		c.Text(&x.name)
		if !c.Reads() {
			return
		}
		if _, again := s.items.Find(x.name); again || s.items.Len() > Max {
			c.Fail("item %d is there twice, or beyond those that there can be", n)
		}
	})
}
