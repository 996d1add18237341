package container

// Registry gives elements numbers that others may keep after the element is gone, as
// Numbered does, but elements stay in place and are found as fast as in a Slab. A number is
// a slot in its lower bits and, above, how often that slot was used: the first are 0, 1, 2.
// A new element takes the slot that has been vacant longest, and only while more than
// leftVacant are vacant: a number comes again after 2^20 further additions at least.
//
// Remove frees the element's memory; its slot stays, 16 bytes. Whoever stores a Registry
// stores the slots' rounds and the order in which slots became vacant. The zero value is
// empty.
type Registry[T any] struct {
	elements []*T // by slot; nil where it is vacant
	slots    []registrySlot
	vacant   slotQueue
	size     int
}

// registrySlot is what there is to a place for an element.
type registrySlot struct {
	next uint32 // slot + 1 in the queue of vacant ones, or 0
	// round counts how often the slot has been given back; the bits of roundMask are
	// in its number. Once these have come round, the bit above them stays set.
	round uint16
}

// slotQueue is a queue of vacant slots, which are linked: slots + 1, or 0.
type slotQueue struct {
	first, last uint32
	size        int
}

const (
	slotBits  = 23
	slotMask  = 1<<slotBits - 1
	roundBits = 32 - slotBits
	roundMask = 1<<roundBits - 1

	// leftVacant slots are passed by before one is reused. That times the rounds is
	// above 2^20.
	leftVacant = 1 << 12

	// RegistryMax is how many elements there can be at a time.
	RegistryMax = 1<<slotBits - 1 - leftVacant
)

// At returns the element of a number that has one. Its address does not change
// while it is there.
func (r *Registry[T]) At(n uint32) *T { return r.elements[n&slotMask] }

// Slot returns the slot of a number. Numbers that are in use have different ones.
func (r *Registry[T]) Slot(n uint32) uint32 { return n & slotMask }

// Len returns how many elements there are.
func (r *Registry[T]) Len() int { return r.size }

// Has reports whether there is an element of a number.
func (r *Registry[T]) Has(n uint32) bool {
	slot := n & slotMask
	return int(slot) < len(r.elements) && r.elements[slot] != nil && r.number(slot) == n
}

// GivenOut reports whether there has been an element of a number.
func (r *Registry[T]) GivenOut(n uint32) bool {
	slot := n & slotMask
	if int(slot) >= len(r.slots) {
		return false
	}
	s, round := &r.slots[slot], uint16(n>>slotBits)
	return round < s.round || round == s.round && r.elements[slot] != nil
}

// number returns the number of a slot.
func (r *Registry[T]) number(slot uint32) uint32 {
	return uint32(r.slots[slot].round&roundMask)<<slotBits | slot
}

// Add adds a zero element and returns its number. There must be fewer than
// RegistryMax.
func (r *Registry[T]) Add() uint32 {
	slot := uint32(len(r.slots))
	if q := &r.vacant; q.size > leftVacant {
		slot = q.first - 1
		q.first = r.slots[slot].next
		q.size--
	} else {
		r.slots, r.elements = append(r.slots, registrySlot{}), append(r.elements, nil)
	}
	r.elements[slot], r.slots[slot].next = new(T), 0
	r.size++
	return r.number(slot)
}

// Remove removes the element of a number.
func (r *Registry[T]) Remove(n uint32) {
	slot := n & slotMask
	s := &r.slots[slot]
	r.elements[slot] = nil
	s.round++
	if s.round == 2<<roundBits {
		s.round = 1 << roundBits
	}
	r.vacant.put(r.slots, slot)
	r.size--
}

// put adds a slot at the end of the queue.
func (q *slotQueue) put(slots []registrySlot, slot uint32) {
	if q.size == 0 {
		q.first = slot + 1
	} else {
		slots[q.last-1].next = slot + 1
	}
	q.last = slot + 1
	q.size++
}

// All ranges over the numbers that have an element, in the order of their slots, and
// the elements. The one at hand may be removed meanwhile.
func (r *Registry[T]) All(yield func(n uint32, x *T) bool) {
	for slot, x := range r.elements {
		if x != nil && !yield(r.number(uint32(slot)), x) {
			return
		}
	}
}
