package container

import "cmp"

// Heap is a priority queue of slots, the least key first. It holds a slot at most once;
// callers may change a slot's key or remove it wherever it stands. Equal keys come in an
// order that depends on the calls alone. The zero value is empty.
type Heap[S ~uint32, K cmp.Ordered] struct {
	entries []heapEntry[S, K]
	places  []int32 // by slot: its place in entries, -1 if it has none
}

type heapEntry[S ~uint32, K cmp.Ordered] struct {
	key  K
	slot S
}

// Has reports whether slot is in the heap.
func (h *Heap[S, K]) Has(slot S) bool { return int(slot) < len(h.places) && h.places[slot] >= 0 }

// First returns the slot with the least key, or false if the heap is empty.
func (h *Heap[S, K]) First() (slot S, key K, ok bool) {
	if len(h.entries) == 0 {
		return 0, key, false
	}
	return h.entries[0].slot, h.entries[0].key, true
}

// Put sets the key of a slot, and adds the slot if it is not in the heap. It
// costs O(log n).
func (h *Heap[S, K]) Put(slot S, key K) {
	for int(slot) >= len(h.places) {
		h.places = append(h.places, -1)
	}
	place := int(h.places[slot])
	if place < 0 {
		place = len(h.entries)
		h.entries = append(h.entries, heapEntry[S, K]{})
	}
	h.settle(place, heapEntry[S, K]{key, slot})
}

// Remove takes a slot out. It does nothing if the slot is not in the heap.
func (h *Heap[S, K]) Remove(slot S) {
	if !h.Has(slot) {
		return
	}
	place, last := int(h.places[slot]), len(h.entries)-1
	h.places[slot] = -1
	moved := h.entries[last]
	h.entries = h.entries[:last]
	if place < last {
		h.settle(place, moved)
	}
}

// settle moves e, which is to replace the entry at a place, up or down from
// there to where it belongs.
func (h *Heap[S, K]) settle(place int, e heapEntry[S, K]) {
	entries, places := h.entries, h.places
	for place > 0 {
		parent := (place - 1) / 2
		if e.key >= entries[parent].key {
			break
		}
		entries[place] = entries[parent]
		places[entries[place].slot] = int32(place)
		place = parent
	}
	for {
		child := 2*place + 1
		if child >= len(entries) {
			break
		}
		if child+1 < len(entries) && entries[child+1].key < entries[child].key {
			child++
		}
		if e.key <= entries[child].key {
			break
		}
		entries[place] = entries[child]
		places[entries[place].slot] = int32(place)
		place = child
	}
	entries[place] = e
	places[e.slot] = int32(place)
}
