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

// Persist is of which slots of a pool are free, in the order in which they will be taken, and of how
// many are retired. The elements are there by then; isFree says of a slot whether its element was
// given back or retired.
func (p *Pool[S, T]) Persist(c *wire.Codec, isFree func(slot S) bool) {
	wire.Below(c, &p.retired, uint64(p.size)+1, "retired slot")
	var seen BitSet[S]
	wire.List(c, &p.free, "numbers", func(slot *S) {
		wire.Below(c, slot, uint64(p.size), "slot")
		if c.Reads() && (seen.Has(*slot) || !isFree(*slot)) {
			c.Fail("slot %d is free twice, or in use", *slot)
		}
		seen.Set(*slot)
	})
	if !c.Reads() {
		return
	}
	unused := 0
	for slot := range S(p.size) {
		if isFree(slot) {
			unused++
		}
	}
	if unused != len(p.free)+p.retired {
		c.Fail("%d slots are not in use, and %d free or retired", unused, len(p.free)+p.retired)
	}
}

// Persist is of where numbers go on, of which are passed over the next time, and of the elements,
// which are none when they are read. each is of an element: a record.
func (t *Numbered[T]) Persist(c *wire.Codec, each func(n uint32, x *T)) {
	wire.Below(c, &t.next, uint64(t.mask())+1, "number")
	c.Bool(&t.round)
	taken, resting := t.numbers()
	for _, n := range wire.Ascending(c, resting, uint64(t.mask())+1, "numbers at rest") {
		if c.Reads() {
			t.open(n).resting |= 1 << (n % blockNumbers)
		}
	}
	for i := range c.Records(len(taken)) {
		var n uint32
		x := new(T)
		if !c.Reads() {
			n = taken[i]
			x = t.At(n)
		}
		wire.Uint(c, &n)
		each(n, x)
		if c.Reads() && !c.Failed() && !t.put(n, *x) {
			c.Fail("number %d is taken twice, or can not be", n)
		}
	}
}

// numbers returns the numbers that have an element, and those at rest.
func (t *Numbered[T]) numbers() (taken, resting []uint32) {
	for i, s := range t.stretches {
		if s == nil {
			continue
		}
		for j := range s.blocks {
			taken = AppendWord(taken, i<<stretchShift+j, s.blocks[j].taken)
			resting = AppendWord(resting, i<<stretchShift+j, s.blocks[j].resting)
		}
	}
	return taken, resting
}

// put gives an element a number, if it has been given out and is neither taken nor at rest.
func (t *Numbered[T]) put(n uint32, x T) bool {
	if n > t.mask() || !t.GivenOut(n) {
		return false
	}
	if b := t.at(n); b != nil && (b.taken|b.resting)>>(n%blockNumbers)&1 != 0 {
		return false
	}
	t.insert(n, x)
	return true
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

// Persist is of which slots are taken, of how often each was used, and of the order in which those
// that are vacant will be. The elements are there, and zero, when they are read.
func (r *Registry[T]) Persist(c *wire.Codec) {
	var vacant BitSet[uint32]
	for slot := range c.Each(len(r.slots), "slots") {
		if c.Reads() {
			r.slots, r.elements = append(r.slots, registrySlot{}), append(r.elements, nil)
		}
		wire.Below(c, &r.slots[slot].round, 2<<roundBits, "round")
		switch taken := c.Has(r.elements[slot] != nil); {
		case !c.Reads():
		case slot >= slotMask:
			c.Fail("%d slots are too many", slot+1)
		case taken:
			r.elements[slot] = new(T)
			r.size++
		default:
			vacant.Set(uint32(slot))
		}
	}
	if !c.Reads() {
		for next := r.vacant.first; next != 0; next = r.slots[next-1].next {
			slot := next - 1
			wire.Uint(c, &slot)
		}
		return
	}
	for range vacant.Count() {
		var slot uint32
		wire.Below(c, &slot, uint64(len(r.slots)), "slot")
		if !c.Failed() && !vacant.Has(slot) {
			c.Fail("slot %d is vacant twice, or not", slot)
		}
		if c.Failed() {
			return
		}
		vacant.Clear(slot)
		r.vacant.put(r.slots, slot)
	}
}
