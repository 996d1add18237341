package container

import "github.com/apportion/apportion/internal/wire"

// Persist is of the members of a set, which are below limit.
func (b *BitSet[S]) Persist(c *wire.Codec, limit int) {
	members := wire.Ascending(c, b.Append(nil), uint64(limit), "members of a set")
	if c.Reads() {
		for _, x := range members {
			b.Set(x)
		}
	}
}

// Persist is of the order of a heap, which decides between equal keys. It is empty when it is read;
// key returns the key of a slot, or false if it has no business in the heap.
func (h *Heap[S, K]) Persist(c *wire.Codec, key func(slot S) (K, bool)) {
	for i := range c.Each(len(h.entries), "entries of a heap") {
		if !c.Reads() {
			wire.Uint(c, &h.entries[i].slot)
			continue
		}
		var slot S
		wire.Uint(c, &slot)
		if h.Has(slot) {
			c.Fail("%d is in a heap twice", slot)
			return
		}
		k, ok := key(slot)
		if !ok || i > 0 && k < h.entries[(i-1)/2].key {
			c.Fail("%d is out of place in a heap", slot)
			return
		}
		h.Put(slot, k) // at the end: it is not less than what is above
	}
}

// Persist is of which numbers are in use, of how often each slot was given back, and of where the
// search for a vacant one goes on.
func (x *Numbers) Persist(c *wire.Codec) {
	for slot := range c.Each(x.slots.Len(), "numbers") {
		if c.Reads() {
			if slot > int(x.mask) {
				c.Fail("%d numbers are too many", slot+1)
				return
			}
			x.numbers = append(x.numbers, x.slots.add())
		}
		x.persistSlot(c, uint32(slot))
	}
	wire.Below(c, &x.slots.next, uint64(x.slots.size)+1, "slot")
}

// persistSlot is of the number that a slot has: how often it was given back, modulo the rounds that there
// are, whether more often than these, and whether it is vacant.
func (x *Numbers) persistSlot(c *wire.Codec, slot uint32) {
	round, isVacant, again := x.numbers[slot]>>x.form.SlotBits, x.slots.IsVacant(slot), x.again.Has(slot)
	wire.Below(c, &round, 1<<(32-x.form.SlotBits), "round")
	c.Flags("bits of a number", &isVacant, &again)
	if !c.Reads() {
		return
	}
	x.numbers[slot] = round<<x.form.SlotBits | slot
	x.again.Put(slot, again)
	if isVacant {
		x.slots.vacate(slot)
	}
}

// Persist is of the numbers and of the elements, of which there are none when they are read. each is of
// an element: a record.
func (r *Registry[T]) Persist(c *wire.Codec, each func(n uint32, x *T)) {
	r.Numbers.Persist(c)
	for slot := range uint32(r.Slots()) {
		if r.slots.IsVacant(slot) {
			continue
		}
		c.Record()
		if c.Failed() {
			return
		}
		n := r.Number(slot)
		if c.Reads() {
			r.Fill(n)
		}
		each(n, r.At(n))
	}
}

// Fill makes the zero element of a number that was read, and reports whether the number is in use and
// had none.
func (r *Registry[T]) Fill(n uint32) bool {
	if !r.Numbers.Has(n) || r.Has(n) {
		return false
	}
	r.put(n)
	return true
}
