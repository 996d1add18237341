package resource

import (
	"hash/maphash"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

func (t *Kinds) hashOfKey(key []byte) uint32 { return uint32(maphash.Bytes(t.seed, key)) }

// hashOfItem mixes in what nobody outside can guess, as maphash does.
func (t *Kinds) hashOfItem(kind KindID, size quantities.Amount) uint32 {
	return uint32(maphash.Comparable(t.seed, [2]uint64{uint64(kind), uint64(size)}))
}

// Find returns the kind with the given key.
func (t *Kinds) Find(key []byte) (KindID, bool) {
	n, ok := t.byKey.Find(t.hashOfKey(key), func(n uint32) bool { return t.kinds.At(n).key == string(key) })
	return KindID(n), ok
}

// Intern numbers a kind that is new, and that nothing refers to yet. Of k, name,
// flags, set and role count. The key is copied.
func (t *Kinds) Intern(key []byte, k Kind, description any) (KindID, error) {
	if t.Len() >= Max {
		return 0, ErrFull
	}
	if k.Flags&Reserved != 0 {
		k.owner = t.owners.join(k.Role)
	}
	if k.Flags&RangesOrSet != 0 {
		t.countIntervalKind(k.Name, +1)
	}
	k.Size, k.hash = 0, contentHash(key)
	n := t.kinds.Add(kindEntry{entry: entry{Kind: k, idle: true}, key: string(key), description: description})
	t.kinds.At(n).ID = KindID(n)
	t.byKey.Put(t.hashOfKey(key), n)
	t.idle = append(t.idle, n)
	return KindID(n), nil
}

// Item returns what a bag counts for a resource of an indivisible kind and of
// the given size. Nothing refers to it yet if it is new.
func (t *Kinds) Item(kind KindID, size quantities.Amount) (ItemID, error) {
	if id, ok := t.FindItem(kind, size); ok {
		return id, nil
	}
	if t.items.Len() >= Max {
		return 0, ErrFull
	}
	e := t.newItem(kind, size)
	e.idle = true
	n := t.items.Add(e)
	t.bySize.Put(t.hashOfItem(kind, size), n)
	t.idle = append(t.idle, n|itemBit)
	return n | itemBit, nil
}

// newItem returns an item of a kind, to which it refers.
func (t *Kinds) newItem(kind KindID, size quantities.Amount) entry {
	t.Ref(ItemID(kind))
	k := *t.Get(ItemID(kind))
	k.Size, k.hash = size, container.Mix64(k.hash^uint64(size))
	return entry{Kind: k}
}

// FindItem is Item for one that there is, or may be not.
func (t *Kinds) FindItem(kind KindID, size quantities.Amount) (ItemID, bool) {
	n, ok := t.bySize.Find(t.hashOfItem(kind, size), func(n uint32) bool {
		k := t.items.At(n)
		return k.ID == kind && k.Size == size
	})
	return n | itemBit, ok
}

// countIntervalKind counts kinds of ranges and sets by name.
func (t *Kinds) countIntervalKind(n quantities.Name, change int) {
	for int(n) >= len(t.intervalKinds) {
		t.intervalKinds = append(t.intervalKinds, 0)
	}
	t.intervalKinds[n] += uint32(change)
	t.intervalNames.Put(uint32(n), t.intervalKinds[n] > 0)
}

// contentHash hashes what stands for some content in all allocators: FNV-1a.
func contentHash[T string | []byte](text T) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	return container.Mix64(h)
}
