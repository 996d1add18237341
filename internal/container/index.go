package container

import "maps"

// Index finds slots by a key. It is a Go map, which would keep its memory for ever. So Index moves to a new
// one when most keys have gone.
type Index[K comparable, S ~uint32] struct {
	slots map[K]S
	most  int // how many there were since it moved
}

// fewInIndex is how many keys an index has had at most that does not move.
const fewInIndex = 256

// Find returns the slot of a key.
func (x *Index[K, S]) Find(key K) (slot S, ok bool) {
	slot, ok = x.slots[key]
	return slot, ok
}

// Len returns how many keys there are.
func (x *Index[K, S]) Len() int { return len(x.slots) }

// Put enters the slot of a key that has none.
func (x *Index[K, S]) Put(key K, slot S) {
	if x.slots == nil {
		x.slots = map[K]S{}
	}
	x.slots[key] = slot
	x.most = max(x.most, len(x.slots))
}

// Remove takes out a key.
func (x *Index[K, S]) Remove(key K) {
	delete(x.slots, key)
	if x.most <= fewInIndex || len(x.slots) > x.most/4 {
		return
	}
	fewer := make(map[K]S, len(x.slots))
	maps.Copy(fewer, x.slots)
	x.slots, x.most = fewer, len(fewer)
}
