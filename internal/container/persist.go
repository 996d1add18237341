package container

import "github.com/apportion/apportion/internal/wire"

// Persist writes or reads the members of a set, which are below limit.
func (b *BitSet[S]) Persist(c *wire.Codec, limit int) {
	members := wire.Ascending(c, b.Append(nil), uint64(limit), "members of a set")
	if c.Reads() {
		for _, x := range members {
			b.Set(x)
		}
	}
}

// Persist writes or reads which numbers are in use, which of them the host holds, how often each slot was
// given back, and where the search for a vacant slot goes on. It does not write who refers to a number:
// whoever does refers to it anew when he is read, and then ForgetIdle looks at all numbers.
func (x *Numbers) Persist(c *wire.Codec) {
	for slot := range c.Each(x.slots.Len(), "numbers") {
		if c.Reads() {
			if slot > int(x.mask) {
				c.Fail("%d numbers are too many", slot+1)
				return
			}
			x.add()
		}
		x.persistSlot(c, uint32(slot))
	}
	wire.Below(c, &x.slots.next, uint64(x.slots.size)+1, "slot")
}

// persistSlot writes or reads the number that a slot has: how often the slot was given back, modulo the
// number of rounds, whether more often than that, whether the slot is vacant, and whether the host holds
// the number.
func (x *Numbers) persistSlot(c *wire.Codec, slot uint32) {
	number, use := &x.numbers[slot], &x.uses[slot]
	round, isVacant := *number>>x.form.SlotBits, x.slots.IsVacant(slot)
	wire.Below(c, &round, 1<<(32-x.form.SlotBits), "round")
	c.Flags("bits of a number", &isVacant, &use.again, &use.held)
	if !c.Reads() {
		return
	}
	*number = round<<x.form.SlotBits | slot
	if !isVacant {
		x.Check(*number)
		return
	}
	x.slots.vacate(slot)
	if use.held {
		c.Fail("number %d is held, and not in use", *number)
	}
}

// Persist writes or reads the numbers and the elements; a registry that is read into has none. each
// writes or reads an element, a record, and refuses one that is there already.
func (r *Registry[K, T]) Persist(c *wire.Codec, each func(n uint32, x *T)) {
	r.Numbers.Persist(c)
	for slot := range uint32(r.Slots()) {
		if !r.InUse(slot) {
			continue
		}
		c.Record()
		if c.Failed() {
			return
		}
		n := r.Number(slot)
		if !c.Reads() {
			each(n, r.At(n))
			continue
		}
		x := new(T)
		each(n, x)
		if !c.Failed() {
			r.put(n, x)
		}
	}
}
