package resource

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Lookup returns the slot of a valid kind, if it is known, and remembers the kind's key for Enter.
func (t *Kinds) Lookup(k *alloc.Kind) (id KindID, known bool) {
	t.key = AppendKindKey(t.key[:0], k)
	return t.find(t.key)
}

// Enter interns the kind that Lookup has just not found, for which there is room. Nothing refers to it yet.
// If it is reserved, the caller refers to the role.
func (t *Kinds) Enter(k *alloc.Kind, role alloc.RoleID) KindID {
	name := assert.Must(t.names.Intern(k.Name))
	t.names.Ref(name)
	n := t.kinds.Add(kindEntry{Kind: kindOf(k, name, role), key: string(t.key), description: CloneKind(k)})
	t.begin(n, t.kinds.At(n))
	return KindID(t.kinds.Slot(n))
}

func kindOf(k *alloc.Kind, name quantities.Name, role alloc.RoleID) Kind {
	return Kind{Name: name, Flags: FlagsOf(k), Set: k.Type == alloc.Set, Role: role}
}

// find returns the kind with the given key.
func (t *Kinds) find(key []byte) (KindID, bool) {
	n, ok := t.kinds.Find(string(key))
	return KindID(t.kinds.Slot(n)), ok
}

// begin works out the rest of what is known of a new kind. It counts the kind in intervals, until
// it is forgotten.
func (t *Kinds) begin(n uint32, k *kindEntry) {
	k.ID, k.hash = KindID(t.kinds.Slot(n)), hashOfText(k.key)
	if k.Flags&Reserved != 0 {
		k.owner = ownerID(min(t.roles.Slot(uint32(k.Role)), uint32(farOwner)))
	}
	if k.Flags&RangesOrSet != 0 {
		t.intervals.count(k.Name, +1)
	}
}

// Item returns the item of an indivisible kind and a size. Nothing refers to a new one
// yet.
func (t *Kinds) Item(kind KindID, size quantities.Amount) (ItemID, error) {
	if id, ok := t.FindItem(kind, size); ok {
		return id, nil
	}
	if t.items.Len() >= Max {
		return 0, ErrFull
	}
	return t.items.Slot(t.items.Add(t.newItem(kind, size))) | itemBit, nil
}

// newItem returns an item of a kind, and counts its reference to the kind.
func (t *Kinds) newItem(kind KindID, size quantities.Amount) Kind {
	t.Ref(ItemID(kind))
	k := *t.Get(ItemID(kind))
	k.Size, k.hash = size, container.Mix64(k.hash^uint64(size))
	return k
}

// FindItem returns the item of a kind and a size, if it exists.
func (t *Kinds) FindItem(kind KindID, size quantities.Amount) (ItemID, bool) {
	n, ok := t.items.Find(itemKey{kind, size})
	return t.items.Slot(n) | itemBit, ok
}

// hashOfText hashes text, with the same result in every allocator: FNV-1a, mixed.
func hashOfText(text string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	return container.Mix64(h)
}
