package container

import "cmp"

// Heap is a priority queue of slots by key, the least key first. A slot is in it
// once at most; it may be given another key, or taken out, wherever it stands.
// Which of two slots with equal keys comes first is not specified, but the same
// for the same calls. The zero value is empty.
type Heap[K cmp.Ordered] struct {
	entries []heapEntry[K]
	places  []int32 // by slot: its place in entries, meaningless if it has none
	members BitSet
}

type heapEntry[K cmp.Ordered] struct {
	key  K
	slot uint32
}

// Len returns the number of slots in the heap.
func (h *Heap[K]) Len() int { return len(h.entries) }

// Has reports whether slot is in the heap.
func (h *Heap[K]) Has(slot uint32) bool { return h.members.Has(slot) }

// First returns the slot with the least key, or false if the heap is empty.
func (h *Heap[K]) First() (slot uint32, key K, ok bool) {
	if len(h.entries) == 0 {
		return 0, key, false
	}
	return h.entries[0].slot, h.entries[0].key, true
}

// Put sets the key of a slot, and adds the slot if it is not in the heap. It
// costs O(log n).
func (h *Heap[K]) Put(slot uint32, key K) {
	for int(slot) >= len(h.places) {
		h.places = append(h.places, 0)
	}
	if !h.members.Has(slot) {
		h.members.Set(slot)
		h.entries = append(h.entries, heapEntry[K]{})
		h.places[slot] = int32(len(h.entries) - 1)
	}
	h.settle(int(h.places[slot]), heapEntry[K]{key, slot})
}

// Remove takes a slot out. It does nothing if the slot is not in the heap.
func (h *Heap[K]) Remove(slot uint32) {
	if !h.members.Has(slot) {
		return
	}
	h.members.Clear(slot)
	place, last := int(h.places[slot]), len(h.entries)-1
	moved := h.entries[last]
	h.entries = h.entries[:last]
	if place < last {
		h.settle(place, moved)
	}
}

// settle moves e, which is to replace the entry at a place, up or down from
// there to where it belongs.
func (h *Heap[K]) settle(place int, e heapEntry[K]) {
	for place > 0 && e.key < h.entries[(place-1)/2].key {
		h.set(place, h.entries[(place-1)/2])
		place = (place - 1) / 2
	}
	for {
		child := 2*place + 1
		if child >= len(h.entries) {
			break
		}
		if child+1 < len(h.entries) && h.entries[child+1].key < h.entries[child].key {
			child++
		}
		if e.key <= h.entries[child].key {
			break
		}
		h.set(place, h.entries[child])
		place = child
	}
	h.set(place, e)
}

func (h *Heap[K]) set(place int, e heapEntry[K]) {
	h.entries[place] = e
	h.places[e.slot] = int32(place)
}
