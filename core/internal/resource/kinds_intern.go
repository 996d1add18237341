package resource

import (
	"hash/maphash"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

func (t *Kinds) hashOfKey(key []byte) uint32 { return uint32(maphash.Bytes(t.seed, key)) }

// hashOfItem hashes with the seed: callers cannot make hashes collide.
func (t *Kinds) hashOfItem(kind KindID, size quantities.Amount) uint32 {
	return uint32(maphash.Comparable(t.seed, [2]uint64{uint64(kind), uint64(size)}))
}

// Find returns the kind with the given key.
func (t *Kinds) Find(key []byte) (KindID, bool) {
	n, ok := t.byKey.Find(t.hashOfKey(key), func(n uint32) bool { return t.kinds.At(n).key == string(key) })
	return KindID(n), ok
}

// Intern numbers a new kind, to which nothing refers yet. It reads Name, Flags, Set and
// Role of k, and copies the key.
func (t *Kinds) Intern(key []byte, k Kind, description any) (KindID, error) {
	if t.Len() >= Max {
		return 0, ErrFull
	}
	if k.Flags&Reserved != 0 {
		k.owner = t.owners.join(k.Role)
	}
	if k.Flags&RangesOrSet != 0 {
		t.intervals.count(k.Name, +1)
	}
	k.Size, k.hash = 0, contentHash(key)
	n := t.kinds.Slot(t.kinds.Add())
	k.ID = KindID(n)
	*t.kinds.At(n) = kindEntry{entry: entry{Kind: k, idle: true}, key: string(key), description: description}
	t.byKey.Put(t.hashOfKey(key), n)
	t.idle = append(t.idle, n)
	return KindID(n), nil
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
	n := t.items.Slot(t.items.Add())
	e := t.items.At(n)
	*e = t.newItem(kind, size)
	e.idle = true
	t.bySize.Put(t.hashOfItem(kind, size), n)
	t.idle = append(t.idle, n|itemBit)
	return n | itemBit, nil
}

// newItem returns an item of a kind, and counts its reference to the kind.
func (t *Kinds) newItem(kind KindID, size quantities.Amount) entry {
	t.Ref(ItemID(kind))
	k := *t.Get(ItemID(kind))
	k.Size, k.hash = size, container.Mix64(k.hash^uint64(size))
	return entry{Kind: k}
}

// FindItem returns the item of a kind and a size, if it exists.
func (t *Kinds) FindItem(kind KindID, size quantities.Amount) (ItemID, bool) {
	n, ok := t.bySize.Find(t.hashOfItem(kind, size), func(n uint32) bool {
		k := t.items.At(n)
		return k.ID == kind && k.Size == size
	})
	return n | itemBit, ok
}

// contentHash hashes text, with the same result in every allocator: FNV-1a, mixed.
func contentHash[T string | []byte](text T) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	return container.Mix64(h)
}
